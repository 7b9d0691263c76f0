import type { AccountStep } from '#generated/schemas.ts';
import { certificateAge } from '#shop/domain/certificates.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { missingCertificates } from '../certificates/qualify.ts';
import { companyKindOf, currentRows } from '../certificates/read.ts';
import { countUnsigned } from '../contracts/read.ts';
import { qualificationOf } from './qualification.ts';

const certificatesPage = pageLink('jcxx_zzzj');
const registrationPage = pageLink('register');
const storeRegistrationPage = pageLink('register_dd');
const contractsPage = pageLink('dzht');

/** What the company must do next before it can buy; the most urgent step of several. */
export async function nextStep(db: Db, member: Member, now: number): Promise<AccountStep> {
  const { companyId } = member;
  const company = await db
    .selectFrom('companies')
    .select(['approval', 'qualified_until', 'review_reason'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  const registration = await registrationAddress(db, member);
  switch (qualificationOf(company, now)) {
    case 'none':
      return {
        state: 'incomplete',
        title: '企业资料还没有提交',
        text: '填写企业资料并上传证照，审核通过后即可看到价格并下单。',
        action: '继续登记',
        to: registration,
      };
    case 'pending':
      return {
        state: 'pending',
        title: '资质审核中',
        text: '一般一个工作日内完成。结果会发到站内消息。',
        action: '查看进度',
        to: registration,
      };
    case 'rejected':
      return {
        state: 'rejected',
        title: '资质未通过',
        text: company.review_reason || '有证照未通过，请按说明修改后重新提交。',
        action: '去修改',
        to: registration,
      };
    case 'expired':
      return {
        state: 'lapsed',
        title: '证照已过期，暂时不能下单',
        text: `请更新：${missingCertificates(await currentRows(db, companyId), await companyKindOf(db, companyId), now).join('、')}。`,
        action: '更新证照',
        to: certificatesPage(),
      };
    default:
      return stepOfPassed(db, companyId, now);
  }
}

/** URL of the registration: of the member's own company, or of the further store that the member acts for. */
async function registrationAddress(db: Db, { id, companyId }: Member): Promise<string> {
  const { company_id: own } = await db
    .selectFrom('members')
    .select('company_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return own === companyId ? registrationPage() : storeRegistrationPage();
}

async function stepOfPassed(db: Db, companyId: number, now: number): Promise<AccountStep> {
  const unsigned = await countUnsigned(db, companyId);
  if (unsigned > 0) {
    return {
      state: 'unsigned',
      title: `还有 ${unsigned} 份合同待签署`,
      text: '签署后即可下单。',
      action: '去签署',
      to: contractsPage(),
    };
  }
  const rows = await currentRows(db, companyId);
  const ending = rows.filter(
    ({ state, expires }) => state === 'approved' && certificateAge(expires, now) !== 'valid',
  );
  if (ending.length > 0) {
    return {
      state: 'expiring',
      title: `${ending.length} 项证照即将到期或已过期`,
      text: '请尽早上传新证照，以免影响采购。',
      action: '更新证照',
      to: certificatesPage(),
    };
  }
  return { state: 'ready', title: '资质齐全', text: '可以正常采购。', action: '', to: certificatesPage() };
}
