/** Why a text cannot be changed by the studio; it is left as it is, to be edited by hand. */
export type EditProblem = 'syntax' | 'missing' | 'inside-itself' | 'shared' | 'form' | 'broken';

/** Thrown instead of an edit that would not be exactly what was asked for. */
export class CannotEdit extends Error {
  readonly problem: EditProblem;

  constructor(problem: EditProblem) {
    super(problem);
    this.name = 'CannotEdit';
    this.problem = problem;
  }
}
