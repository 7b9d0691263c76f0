import type { SiteConfig } from '#engine/generated/schemas.ts';
import { refusal } from './answer.ts';
import type { Client } from './client.ts';
import { asRecord } from './input.ts';
import { own } from './own.ts';
import { VISITOR } from './roles.ts';

/** A client for a preview: the user call answers a reader of this role, all others answer as they are. */
export function playReader(client: Client, role: string, site: SiteConfig): Client {
  return {
    ...client,
    async call(name, input, options) {
      if (name !== site.user.call) return client.call(name, input, options);
      if (role === VISITOR) return refusal(401);
      const known = await client.call(name, input, options);
      const played = own(site.roles, role)?.preview?.user;
      return { ok: true, message: '', data: { ...(known.ok ? asRecord(known.data) : {}), ...played } };
    },
  };
}
