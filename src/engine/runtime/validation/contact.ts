// Every pattern here is linear: no character can be matched by two neighbouring repetitions.
const MOBILE = /^1[3-9]\d{9}$/;
const LANDLINE = /^0\d{2,3}-\d{7,8}$/;
const EMAIL = /^[A-Za-z0-9_-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/;

/** Mobile phone: 11 digits, 1 then 3 to 9 (spec §5). */
export function isMobile(text: string): boolean {
  return MOBILE.test(text);
}

/** Mobile, or a landline as area code, hyphen and 7 or 8 digits (spec §5). */
export function isPhone(text: string): boolean {
  return MOBILE.test(text) || LANDLINE.test(text);
}

/** E-mail: letters, digits, underscore or hyphen, @, a domain with dots (spec §5). At most 254 characters. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && EMAIL.test(text);
}

/** `138****0000`, `010-****5678`: phones are masked except where the owner edits them (domain §1). */
export function maskPhone(phone: string): string {
  return MOBILE.test(phone)
    ? `${phone.slice(0, 3)}****${phone.slice(7)}`
    : phone.replace(/\d{4}(?=\d{4}$)/, '****');
}
