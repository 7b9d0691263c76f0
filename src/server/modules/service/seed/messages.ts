import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import type { Db } from '../../../kernel/db/schema.ts';
import { type MessageText, type Receivers, sendMessage } from '../../../kernel/notifications/send.ts';
import { postMessage } from '../chat/write.ts';

interface SeededMessage extends Required<MessageText> {
  audience: Receivers['audience'];
  company_type?: number;
  username?: string;
  hours: number;
}

interface SeededChat {
  username: string;
  lines: { from: 'member' | 'staff'; hours: number; text: string }[];
}

const HOUR = 3600;

/** Seeds messages and conversations of the demo, through the normal commands. */
export async function seedMessages(db: Db, now: number): Promise<void> {
  const text = await readFile(new URL('./messages.yaml', import.meta.url), 'utf8');
  const { messages, chats } = parse(text) as { messages: SeededMessage[]; chats: SeededChat[] };
  const rows = await db.selectFrom('members').select(['id', 'username', 'is_staff']).execute();
  const idOf = (username: string | undefined) => {
    const found = rows.find((row) => row.username === username);
    if (!found) throw new Error(`messages.yaml: no member ${username ?? ''}`);
    return found.id;
  };
  const staff = rows.find(({ is_staff }) => is_staff)?.id ?? null;
  for (const { audience, company_type, username, hours, ...message } of messages) {
    const toOne = (): Receivers => ({ audience: 'one', id: idOf(username) });
    const toSome = (): Receivers => (audience === 'type' ? { audience, type: company_type ?? 1 } : toOne());
    const receivers = audience === 'all' ? { audience } : toSome();
    await sendMessage(db, receivers, message, { author: staff, now: Math.round(now - hours * HOUR) });
  }
  for (const { username, lines } of chats) {
    const memberId = idOf(username);
    for (const line of lines) {
      const staffId = line.from === 'staff' ? staff : null;
      await postMessage(db, { memberId, staffId, text: line.text, now: Math.round(now - line.hours * HOUR) });
    }
  }
}
