import { defineModule } from '../../kernel/module.ts';
import certificatesJob from './jobs.ts';
import accountRoutes from './routes/account.ts';
import addressesRoutes from './routes/addresses.ts';
import contractsRoutes from './routes/contracts.ts';
import registrationRoutes from './routes/registration.ts';
import storesRoutes from './routes/stores.ts';
import staffMembersRoutes from './staff-routes/members.ts';
import staffRegistrationRoutes from './staff-routes/registration.ts';

export { listAddresses } from './addresses/read.ts';
export { currentRows } from './certificates/read.ts';
export { refuseUnsigned } from './contracts/sign.ts';
export { members, selectMemberColumns, toOpsMember } from './members/list.ts';
export { nextStep } from './profile/next-step.ts';
export { QUALIFICATIONS, qualificationOf } from './profile/qualification.ts';
export { readProfile } from './profile/read.ts';
export { waitingReviews } from './review/queue.ts';
export { seedCertificates } from './seed/certificates.ts';
export { seedContracts } from './seed/contracts.ts';
export { seedMemberGoods, seedMembers } from './seed/members.ts';

export const customers = defineModule({
  name: 'customers',
  routes: [
    accountRoutes,
    addressesRoutes,
    contractsRoutes,
    registrationRoutes,
    storesRoutes,
    staffMembersRoutes,
    staffRegistrationRoutes,
  ],
  jobs: { certificates: certificatesJob },
});
