import type { LanguageWords } from "./language-words.ts";

/** Words of Spanish. */
export const spanish: LanguageWords = {
  language: "es",
  birth: "nacido nacida nacidos nació nacimiento",
  discharge: "alta",
  otherEvents:
    "fallecido fallecida fallecimiento ingreso ingresado ingresada baja expedido expedida firmado caduca",
  phone:
    "tfno tfn teléfonos llamar llame llámenos llámame llámeme llamó llamada llamarla llamarle contacto línea teléfono telefono móvil movil celular tlf",
  phoneToReach: "al número",
  titles:
    "hijo hija hermano hermana esposo esposa marido vecino vecina compañero compañera tío tía sr. sra. srta. sr sra srta señor señora señorita don doña dña. dr. dra. prof. profa. lic.",
  notNamesAfterTitles:
    "presidente presidenta ministro ministra alcalde alcaldesa director directora juez jueza dios vicepresidente vicepresidenta comisario comisaria diputado diputada senador senadora embajador embajadora gobernador gobernadora secretario secretaria fiscal rector rectora ponente doctor doctora profesor profesora portavoz consejero consejera general coronel capitán",
  notNames:
    "asunto fecha remitido remitida enviado hola saludos gracias estimado estimada besos abrazos cordialmente querido querida buenas",
  labels: {
    introduction: "me llamo|mi nombre es|mi nombre completo es",
    name:
      "nombre|nombres|apellido|apellidos|primer apellido|segundo apellido|nombre y apellidos|nombre completo|" +
      "apellidos y nombre|nombre del paciente|nombre del cliente|titular de la cuenta|titular|" +
      "conductor|conductora|destinatario|remitente|beneficiario|firmante",
    town: "ciudad|localidad|municipio|poblacion|lugar de nacimiento|pais|pais de nacimiento|provincia|localidad provincia|ciudad natal",
    address:
      "direccion|domicilio|direccion postal|direccion de envio|direccion de facturacion|domicilio fiscal|" +
      "domicilio social|con domicilio en|calle",
    account:
      "no de cuenta|num cuenta|num de cuenta|nro de cuenta|numero de cuenta|cuenta|cuenta bancaria|clabe",
    passport: "no de pasaporte|nro de pasaporte|numero de pasaporte",
    driving:
      "numero de carnet de conducir|permiso de conduccion|licencia de manejo|numero de licencia de conducir|" +
      "permiso de conducir|licencia de conducir|carnet de conducir",
    patient:
      "nhc|numero historia|numero historia|numero historia clinica|num historia|historia n|" +
      "numero de historia clinica|cip|sip|cipa|numero de paciente|numero de historia|historia clinica",
    insurance:
      "no de poliza|nro de poliza|numero de afiliacion|numero de afiliado|numero afiliado|numero de asegurado|" +
      "numero de poliza|poliza|numero de siniestro",
    other:
      "episodio!|numero de serie!|no de expediente|nro de expediente|no de cliente|cliente n|nro de cliente|contrato n|" +
      "numero de pedido|numero de legajo|legajo!|numero de autos|autos n|numero de matricula|numero de socio|" +
      "numero de cliente|codigo de cliente|numero de empleado|numero de expediente|expediente?|numero de caso|" +
      "numero de factura|factura!|numero de contrato",
    username: "nombre de usuario|usuario!",
    password: "contrasenya|clave de acceso|clave secreta|codigo secreto|clave!",
    national:
      "numero seguridad social|num seguridad social|nuss|documento nacional de identidad|" +
      "numero de identificacion de extranjero|numero de dni|curp n|cedula?|cedula de identidad|" +
      "cedula de ciudadania|numero de seguro social|numero de afiliacion|nie|documento nacional|" +
      "documento de identidad|numero de seguridad social|seguridad social|numero de identidad|" +
      "numero de la seguridad social",
    licence:
      "numero col|numero colegiado|numero colegiado|num colegiado|num col!|no de colegiado|numero de colegiado|" +
      "cedula profesional|numero de licencia",
    vehicle: "matricula|matricula del vehiculo|numero de matricula|placa|placas|numero de placa",
    vin: "numero de bastidor|bastidor",
    postcode: "codigo postal|cp|c p|cod postal",
    secret: "clave api",
    tax: "registro federal de contribuyentes|numero de identificacion fiscal|identificacion fiscal|run!",
  },
};
