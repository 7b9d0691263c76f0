import type { User } from '#generated/schemas.ts';
import type { Db } from '../../kernel/db/schema.ts';
import type { Member } from '../../kernel/http/visitor.ts';
import { createPort } from '../../kernel/port.ts';

/** What the header counts for a member. */
export type UserFigures = Pick<User, 'points' | 'cart' | 'message_count'>;

/** Whoever keeps what is counted says how much there is. */
export const userFigures = createPort<[db: Db, member: Member], Partial<UserFigures>>();
