import type { Answer as CallAnswer } from './answer.ts';

/** How a list of actions ended. A refusal (422, sold out …) is a value, not a throw. */
export type Outcome<Answer = unknown> =
  | {
      ok: true;
      /** What the last call of the list answered; absent when it made none. */
      data?: Answer;
    }
  | {
      ok: false;
      /** The server's code where it is a number, else the HTTP status; 0 for a fault on the way (timeout, network), -1 when the reader declined a `confirm`. */
      code: number;
      message: string;
      /** Field name -> messages, from a 422. */
      errors?: Record<string, string[]>;
      /** Nothing was refused: a call is kept until the line is back. Its answer then, after what it renews has arrived. */
      kept?: Promise<CallAnswer>;
    };

export const DONE: Outcome = { ok: true };
