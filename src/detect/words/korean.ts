import type { LanguageWords } from "./language-words.ts";

/**
 * Words of Korean, which has no model: they count in every text, because nothing else is written in Hangul. The labels that
 * sentences use have their particle, too.
 */
export const korean: LanguageWords = {
  birth: "생년월일 생년월일은 출생일 생일",
  discharge: "퇴원일 퇴원",
  otherEvents: "사망일 입원일 발급일 입사일",
  phone:
    "전화번호 전화번호는 전화 휴대폰 휴대폰번호 휴대전화 휴대전화번호 핸드폰 핸드폰번호 연락처 연락처는 번호로",
  fax: "팩스 팩스번호",
  labels: {
    introduction: "제 이름은|이름은",
    name: "이름|성명|성함|환자명|환자 이름|고객명|고객 이름|예금주|수령인|보호자|신청인",
    address: "주소|집주소|자택주소|배송지|배송주소",
    account: "계좌번호|계좌번호는|계좌|은행계좌|입금계좌",
    passport: "여권번호|여권번호는|여권 번호",
    driving: "운전면허번호|운전면허번호는|운전면허 번호|면허번호",
    patient: "환자번호|등록번호!|차트번호|병록번호",
    insurance: "보험증번호|증권번호|보험증권번호|건강보험증번호",
    other: "사건번호|고객번호|회원번호|사원번호|학번|주문번호|수험번호|군번|일련번호!",
    username: "아이디!|사용자명|로그인 아이디!",
    password: "비밀번호|암호!|패스워드",
    national:
      "주민등록번호|주민등록번호는|주민번호|주민번호는|주민등록 번호|외국인등록번호|외국인 등록번호|외국인등록 번호",
    tax: "사업자등록번호|사업자번호|사업자등록 번호|사업자 등록번호",
    vehicle: "차량번호|자동차등록번호",
    vin: "차대번호",
    postcode: "우편번호",
  },
};
