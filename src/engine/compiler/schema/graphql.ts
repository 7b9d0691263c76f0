import { GraphQLError } from 'graphql/error/index.js';
import {
  type DefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  Source,
} from 'graphql/language/index.js';

/** A query in a file of its own, as calls use it. */
export interface GraphqlQuery {
  /** Without its comments. */
  text: string;
  kind: 'query' | 'mutation' | 'subscription';
  variables: readonly { name: string; isRequired: boolean }[];
}

/** Why a file holds no query that a call could send; `line` and `column` count from 1. */
export interface GraphqlFault {
  fault: string;
  line: number;
  column: number;
}

/** Below `config/api`; its name is what `graphql:` of a call says. */
const FILE = /^config\/api\/(.+\.graphql)$/;

export const isGraphqlFile = (path: string): boolean => FILE.test(path);

const isOperation = (node: DefinitionNode): node is OperationDefinitionNode =>
  node.kind === Kind.OPERATION_DEFINITION;

function readQuery(text: string): GraphqlQuery | GraphqlFault {
  try {
    const document = parse(new Source(text));
    const { definitions } = document;
    const operations = definitions.filter(isOperation);
    const [operation] = operations;
    if (!operation || operations.length > 1)
      return { fault: `${operations.length} operations, expected one`, line: 1, column: 1 };
    return {
      text: print(document),
      kind: operation.operation,
      variables: (operation.variableDefinitions ?? []).map(({ variable, type, defaultValue }) => ({
        name: variable.name.value,
        isRequired: type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined,
      })),
    };
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const { line = 1, column = 1 } = error.locations?.[0] ?? {};
    return { fault: error.message, line, column };
  }
}

/** Name -> query, of all files that hold one. */
export type GraphqlQueries = ReadonlyMap<string, GraphqlQuery | GraphqlFault>;

/** The queries of a config. */
export function readQueries(files: ReadonlyMap<string, string>): GraphqlQueries {
  return new Map(
    [...files].flatMap(([path, text]) => {
      const name = FILE.exec(path)?.[1];
      return name === undefined ? [] : [[name, readQuery(text)] as const];
    }),
  );
}
