import { defineModule } from '../../kernel/module.ts';
import sessionsJob from './jobs.ts';
import forgottenPasswordRoutes from './routes/forgotten-password.ts';
import secondFactorRoutes from './routes/second-factor.ts';
import sessionRoutes from './routes/sessions.ts';
import userRoutes from './routes/user.ts';
import wechatRoutes from './routes/wechat.ts';
import staffRoutes from './staff-routes.ts';

export { COMPANY_MEMBERS } from './members.ts';
export { hashPassword, verifyPassword } from './passwords/passwords.ts';
export { passwordProblem } from './passwords/policy.ts';
export { reauthenticate } from './passwords/reauthenticate.ts';
export { userFigures } from './ports.ts';
export { type Approval, actAs, actingCompanies } from './sessions/act-as.ts';
export { endOtherSessions, markAuthenticated, sessions } from './sessions/sessions.ts';
export { requireStaff } from './staff/create-first.ts';
export {
  consumeCode,
  issueCode,
  SMS_INTERVAL,
  type VerifiedCode,
  verifyCode,
} from './verification/sms-codes.ts';
export { bindIdentity } from './wechat/bind.ts';
export { registerWechat } from './wechat/oauth-routes.ts';

export const identity = defineModule({
  name: 'identity',
  routes: [forgottenPasswordRoutes, secondFactorRoutes, sessionRoutes, userRoutes, wechatRoutes, staffRoutes],
  jobs: { sessions: sessionsJob },
});
