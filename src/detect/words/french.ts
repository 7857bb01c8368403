import type { LanguageWords } from "./language-words.ts";

/** Words of French. */
export const french: LanguageWords = {
  language: "fr",
  birth: "né née nés nées naissance",
  discharge: "sortie sorti",
  otherEvents: "décédé décédée décès admis admise embauché embauchée délivré délivrée signé établi",
  phone: "téléphonique appelez appeler joindre joignable téléphone tél telephon portable",
  fax: "télécopie télécopieur",
  phoneToReach: "au numéro",
  titles:
    "fils fille frère sœur mari épouse collègue voisin voisine oncle tante m. mm. me mme mmes mlle monsieur madame mademoiselle dr dr. docteur pr.",
  notNamesAfterTitles:
    "président présidente ministre maire directeur directrice juge docteur les premier première député députée sénateur sénatrice ambassadeur ambassadrice commissaire rapporteur rapporteure procureur bâtonnier préfet préfète proviseur recteur vice-président maître professeur",
  notNames:
    "objet date envoyé bonjour bonsoir salut coucou cordialement bisous bises merci cher chère chers",
  labels: {
    introduction: "je m appelle|je me nomme|je me prenomme|mon nom est|mon prenom est|moi c est",
    name:
      "nom|prenom|prenoms|nom et prenom|nom prenom|nom et prenoms|nom de famille|nom de naissance|nom d usage|" +
      "nom complet|nom du patient|nom du client|nom de l assure|titulaire du compte|titulaire|" +
      "conducteur|conductrice|destinataire|expediteur|beneficiaire|signataire|interlocuteur",
    town: "ville|commune|lieu de naissance|ville de naissance|pays|pays de naissance",
    address:
      "adresse|adresse postale|adresse du domicile|domicile|domicilie a|adresse de livraison|adresse de facturation",
    account: "no de compte|numero compte|numero de compte|compte bancaire|compte!",
    passport: "no de passeport|numero du passeport|numero de passeport",
    driving: "no de permis|permis de conduire|numero de permis",
    patient:
      "numero de patient|numero d admission|iep|nip|numero de dossier medical|dossier medical!|dossier patient!|" +
      "numero patient|numero d assurance maladie|numero ramq",
    insurance:
      "no de police|police n|police no|numero de sinistre|numero d adherent|numero adherent|numero de mutuelle|mutuelle!|" +
      "numero de police|police d assurance|numero d assure|numero de contrat!|sinistre!",
    other:
      "no de dossier|no client|numero de commande|numero d affaire|numero de role|numero rg|reference client|" +
      "ref client|numero d allocataire|numero allocataire|numero d etudiant|numero de client|numero client|" +
      "numero de dossier|numero de facture|facture!|dossier!|contrat!|commande!|matricule|numero de serie!|numero d employe|numero etudiant",
    username: "nom d utilisateur|pseudo!|identifiant!|identifiant de connexion|utilisateur!",
    password: "mots de passe|code secret|code confidentiel",
    tax:
      "reference fiscale|numero siret|numero siren|numero d entreprise|numero tva|numero de tva|" +
      "tva intracommunautaire|numero fiscal|numero fiscale",
    national:
      "numero securite sociale|numero ss!|no de securite sociale|numero d identite|numero d assurance sociale|" +
      "numero avs|numero avs ai|numero national|numero de registre national|registre national!|carte d identite|" +
      "carte nationale d identite|numero de securite sociale|securite sociale|numero insee|numero de secu|" +
      "numero secu|carte vitale|numero de carte vitale",
    vehicle:
      "immatriculation|immatricule|immatriculee|plaque d immatriculation|numero d immatriculation|plaque!",
    vin: "numero de chassis|numero de serie du vehicule",
    postcode: "code postal|cp",
    licence: "numero adeli|numero de licence",
    secret: "cle api",
  },
};
