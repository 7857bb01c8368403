// Words of Spanish.

import type { LanguageWords } from "./language-words.ts";

/** Words of Spanish. */
export const spanish: LanguageWords = {
  language: "es",
  birth: "nacido nacida nacidos nació nacimiento",
  discharge: "alta",
  otherEvents:
    "fallecido fallecida fallecimiento ingreso ingresado ingresada baja expedido expedida firmado caduca",
  phone: "tfno tfn teléfonos llamar llame llámenos llamarla llamarle contacto",
  reached: "al número",
  titles:
    "sr. sra. srta. sr sra srta señor señora señorita don doña dña. dr. dra. prof. profa. lic.",
  behindTitles:
    "presidente presidenta ministro ministra alcalde alcaldesa director directora juez jueza dios vicepresidente vicepresidenta comisario comisaria diputado diputada senador senadora embajador embajadora gobernador gobernadora secretario secretaria fiscal rector rectora ponente doctor doctora profesor profesora portavoz consejero consejera general coronel capitán",
  labels: {
    introduction: "me llamo|mi nombre es|mi nombre completo es",
    name:
      "nombre|nombres|apellido|apellidos|primer apellido|segundo apellido|nombre y apellidos|nombre completo|" +
      "apellidos y nombre|nombre del paciente|nombre del cliente|titular de la cuenta",
    address:
      "direccion|domicilio|direccion postal|direccion de envio|direccion de facturacion|domicilio fiscal|" +
      "domicilio social|con domicilio en|calle",
    account: "n de cuenta|no de cuenta|num cuenta|num de cuenta|nro de cuenta|cuenta n|cuenta no",
    passport: "n de pasaporte|no de pasaporte|pasaporte n|pasaporte no|nro de pasaporte",
    driving:
      "n de carnet de conducir|permiso de conduccion|licencia de manejo|numero de licencia de conducir",
    patient:
      "nhc|n historia|nº historia|n de historia|n historia clinica|num historia|historia n|" +
      "numero de historia clinica|cip|sip|cipa|n de paciente",
    insurance:
      "n de poliza|no de poliza|poliza n|nro de poliza|n de siniestro|n de afiliacion|numero de afiliacion|" +
      "numero de afiliado|n afiliado|n de asegurado|numero de asegurado",
    other:
      "episodio!|n de expediente|no de expediente|expediente n|nro de expediente|n de cliente|no de cliente|cliente n|" +
      "nro de cliente|n de factura|factura n|n de contrato|contrato n|numero de pedido|n de pedido|n de empleado|" +
      "numero de legajo|legajo!|numero de autos|autos n|numero de matricula|numero de socio|n de socio",
    username: "nombre de usuario|usuario n!",
    password: "contrasena|contrasenya|clave de acceso|clave secreta|codigo secreto",
    national:
      "n de la seguridad social|n seguridad social|num seguridad social|nuss|nass|documento nacional de identidad|" +
      "numero de identificacion de extranjero|numero de dni|n de dni|cedula n|curp n",
    licence:
      "nº col|n colegiado|nº colegiado|num colegiado|num col!|n de colegiado|no de colegiado",
    vehicle: "matricula|matricula del vehiculo|n de matricula|placa|placas|numero de placa",
    vin: "numero de bastidor|n de bastidor|bastidor",
    postcode: "codigo postal|cp|c p|cod postal",
  },
};
