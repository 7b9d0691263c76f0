/** Requests a minute from one address; logging in costs a password hash each time, a file is held in memory. */
export const REQUESTS_A_MINUTE: Readonly<Record<string, number>> = {
  'user.login': 120,
  'login-factor.verify': 60,
  'login-factor.confirm': 60,
  'sms.send': 60,
  'register.account': 60,
  'forget.verify': 60,
  'forget.reset': 60,
  'draw.run': 30,
  'store.invitation': 30,
  'store.join': 30,
  'upload.create': 60,
  'chat.send': 60,
};
