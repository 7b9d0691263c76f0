/** domain §1 `company_type` */
export const COMPANY_TYPES: Readonly<Record<number, string>> = {
  1: '单体药店',
  2: '连锁总部',
  3: '连锁直营店',
  4: '连锁加盟店',
  5: '诊所',
  6: '卫生室/卫生院/社区',
  7: '医院',
  8: '批发企业',
  9: '器械经营企业',
};
