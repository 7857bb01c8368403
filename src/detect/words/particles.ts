// Small words in names of persons, in languages with Latin letters: "von Bülow", "van der Ploeg", "de la Cruz".

/** Between the words of a name, and before its first one. */
export const PARTICLES =
  "von van vom zu de di da do dos du del della der den ter ten la le las los af";

/** The only ones that a name in a sentence begins with: articles stand there, too ("Herr der Ringe", "Madame la Commissaire"). */
export const FIRST_PARTICLES = "von van vom zu de di da del af";

/** Besides, where nothing but a name stands: in a sentence these are "and", "to the", "the", "of". */
export const PARTICLES_IN_FIELDS = "zur das av bin e i y 't";
