import type { LanguageWords } from "./language-words.ts";

/** Words of Portuguese. */
export const portuguese: LanguageWords = {
  language: "pt",
  birth: "nascido nascida nascidos nasceu nascimento",
  discharge: "alta",
  otherEvents:
    "falecido falecida falecimento óbito internado internada admissão emissão validade assinado",
  phone:
    "fone telefones telemovel ligar ligue ligou contato contacto celulares telefone telemóvel celular móvel",
  phoneToReach: "número",
  titles:
    "filho filha irmão irmã esposa marido colega tio tia sr. sra. srta. senhor senhora dona dr. dra. prof. profa.",
  notNamesAfterTitles:
    "presidente ministro ministra prefeito prefeita diretor diretora juiz juíza deputado deputada deus presidenta vice-presidente senador senadora governador governadora comissário comissária secretário secretária relator relatora embaixador embaixadora vereador vereadora primeiro primeira professor professora doutor doutora procurador general coronel",
  notNames:
    "assunto data enviado olá prezado prezada beijos abraço abraços atenciosamente obrigado obrigada oi querido querida caro cara",
  labels: {
    introduction: "chamo me|me chamo|meu nome e|meu nome completo e",
    name:
      "nome|sobrenome|apelido|nome completo|nome do paciente|nome do cliente|nome do titular|titular da conta|" +
      "nome e sobrenome|titular|condutor|condutora|motorista|destinatario|remetente|beneficiario",
    town: "cidade|municipio|local de nascimento|naturalidade|localidade|pais|pais de nascimento",
    address:
      "endereco|logradouro|morada|residencia|domicilio|endereco residencial|endereco de entrega|endereco de cobranca|" +
      "residente em|residente na",
    account:
      "no da conta|numero de conta|para a conta|na conta|c c|numero da conta|conta!|conta corrente",
    passport: "numero do passaporte|numero de passaporte",
    driving:
      "numero da cnh|registro cnh|carteira de motorista|carta de conducao|carteira de habilitacao",
    patient:
      "numero do prontuario|numero do processo clinico|numero do paciente|prontuario!|cartao sus|cartao do sus|" +
      "numero do sus|cartao nacional de saude|numero de utente|numero utente|utente!|numero do sns|numero sns",
    insurance:
      "numero de apolice|numero do sinistro|carteirinha|numero da carteirinha|numero de beneficiario|apolice|" +
      "numero da apolice|sinistro!",
    other:
      "numero do cliente|numero de serie!|codigo do cliente|contrato n|numero do contrato|fatura n|numero da fatura|" +
      "numero do pedido|protocolo n|numero do protocolo|numero de matricula|matricula n|boletim de ocorrencia n|" +
      "matricula do aluno|numero do processo|processo!|contrato!|pedido!",
    username: "nome de usuario|nome de utilizador|nome do usuario|utilizador!|usuario!",
    password: "palavra passe|senha de acesso",
    tax: "numero de contribuinte|inscricao estadual|numero do cpf|contribuinte",
    national:
      "numero do rg|numero do cartao de cidadao|cc n!|numero de identificacao civil|titulo de eleitor|pis pasep|" +
      "pis|documento de identidade|cartao de cidadao|bilhete de identidade",
    vehicle: "placa do veiculo|placa|matricula do veiculo",
    vin: "numero do chassi|chassi|numero de chassis",
    postcode: "codigo postal",
  },
};
