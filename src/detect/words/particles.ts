// Small words in names of persons, in languages with Latin letters: "von Bülow", "van der Ploeg", "de la Cruz".

/** Between the words of a name, or before its first word. */
export const PARTICLES =
  "von van vom zu de di da do dos du del della der den ter ten la le las los af";

/** Those that begin a name in a sentence; the others are articles, too ("Herr der Ringe", "Madame la Commissaire"). */
export const FIRST_PARTICLES = "von van vom zu de di da del af";

/** Further ones where a field holds only a name; in a sentence these are "and", "to the", "the", "of". */
export const PARTICLES_IN_FIELDS = "zur das av bin e i y 't";
