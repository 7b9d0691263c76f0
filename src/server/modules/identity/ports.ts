import type { User } from '#generated/schemas.ts';
import type { Db } from '../../kernel/db/schema.ts';
import type { Member } from '../../kernel/http/visitor.ts';
import { createPort } from '../../kernel/port.ts';

/** Counters of a member in the header. */
export type UserFigures = Pick<User, 'points' | 'cart' | 'message_count'>;

/** Port: each module that owns one of the counters supplies its value. */
export const userFigures = createPort<[db: Db, member: Member], Partial<UserFigures>>();
