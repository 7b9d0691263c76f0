import { defineJob } from '../jobs.ts';
import { askGateways } from '../services/payments/ask.ts';

/** Asks gateways about payments whose notification has not come. */
export default defineJob({
  every: 60,
  async run({ db, gateways, now }) {
    if (!gateways.sandbox) await askGateways(db, gateways, now);
  },
});
