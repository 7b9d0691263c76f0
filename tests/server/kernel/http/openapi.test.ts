import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeApi } from '#server/kernel/http/openapi.ts';
import { loadOutcomes } from '#server/kernel/http/outcomes.ts';
import { ORDER_STATE } from '#shop/domain/order-state.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { shopRegistry } from '../../support/registry.ts';

type Node = Record<string, unknown>;

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { description: string; content?: Record<string, Media> }>;
}

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description: string;
  schema: Node;
  example: unknown;
}

interface Media {
  schema: Node;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

interface Document {
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Node> };
}

const registry = await shopRegistry();
const document = describeApi(registry, await loadOutcomes()) as unknown as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.values(methods).map((operation) => ({ path, ...operation })),
);
const operationOf = (id: string): Operation => {
  const found = operations.find(({ operationId }) => operationId === id);
  if (!found) throw new Error(`no operation ${id}`);
  return found;
};

describe('the OpenAPI document', () => {
  it('passes the rules that Redocly recommends, warnings too', async () => {
    // The specification's own paths (`/api/cart/{id}/edit`, `/api/cart/quick_add/{id}`) differ by numbers alone, below.
    const config = await createConfig({ extends: ['recommended'], rules: { 'no-ambiguous-paths': 'off' } });
    const problems = await lintFromString({
      source: JSON.stringify(document),
      absoluteRef: '/openapi.json',
      config,
    });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  it('has no two paths with parameters that one address could mean', () => {
    const templates = Object.entries(document.paths).flatMap(([path, methods]) => {
      const [parameters = []] = Object.values(methods).map((operation) => operation.parameters ?? []);
      const typeOf = (name: string) =>
        parameters.find((one) => one.in === 'path' && one.name === name)?.schema['type'];
      const pattern = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        typeOf(name) === 'integer' ? '\\d+' : '[^/]+',
      );
      return path.includes('{') ? [{ path, pattern: new RegExp(`^${pattern}$`) }] : [];
    });
    const addresses = templates.map(({ path }) => path.replaceAll(/\{\w+\}/g, '1'));
    const meant = addresses.map((address) => templates.filter(({ pattern }) => pattern.test(address)));
    expect(meant.filter(({ length }) => length !== 1)).toEqual([]);
  });

  it('describes every field, with its unit and with the meaning of each of its values', () => {
    const wanting: string[] = [];
    const walk = (node: unknown, at: string): void => {
      if (typeof node !== 'object' || node === null) return;
      const schema = node as Node;
      const { properties = {}, enum: values = [], description = '', unit } = schema;
      if (unit !== undefined) wanting.push(`${at}: unit`);
      if (schema['x-unit'] !== undefined && !/单位/.test(String(description))) wanting.push(`${at}: x-unit`);
      const words = (values as unknown[]).filter((value) => value !== null && value !== '');
      const isFlag = words.join() === '0,1' && /1 是，0 否/.test(String(description));
      for (const value of isFlag ? [] : words)
        if (!new RegExp(`(^|[^\\w-])${String(value)} \\S`).test(String(description)))
          wanting.push(`${at}: ${String(value)}`);
      for (const [name, field] of Object.entries(properties as Record<string, Node>)) {
        if (typeof field['description'] !== 'string') wanting.push(`${at}.${name}`);
        walk(field, `${at}.${name}`);
      }
      for (const key of ['items', 'additionalProperties']) walk(schema[key], `${at}[]`);
      for (const key of ['oneOf', 'anyOf', 'allOf'])
        for (const one of (schema[key] ?? []) as unknown[]) walk(one, at);
    };
    for (const [name, schema] of Object.entries(document.components.schemas)) walk(schema, name);
    for (const { operationId, parameters = [], requestBody, responses } of operations) {
      for (const { name, description, schema } of parameters) {
        if (!description) wanting.push(`${operationId}?${name}`);
        walk(schema, `${operationId}?${name}`);
      }
      for (const { content = {} } of [requestBody, ...Object.values(responses)].filter(
        (one) => one !== undefined,
      ))
        for (const { schema } of Object.values(content)) walk(schema, operationId);
    }
    expect(wanting).toEqual([]);
  });

  it('gives an example of every parameter, request and response, and each fits its schema', () => {
    const ajv = new Ajv2020({ allErrors: true, strict: false });
    addFormats.default(ajv);
    ajv.addFormat('link', true);
    ajv.addFormat('binary', true);
    const located = (schema: Node): Node =>
      JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"component:')) as Node;
    for (const [name, schema] of Object.entries(document.components.schemas))
      ajv.addSchema({ ...located(schema), $id: `component:${name}` });
    const wrong: string[] = [];
    const compiled = new Map<string, ValidateFunction>();
    const check = (at: string, schema: Node, example: unknown) => {
      const key = JSON.stringify(schema);
      const fits = compiled.get(key) ?? ajv.compile(located(schema));
      compiled.set(key, fits);
      if (example === undefined || !fits(example)) wrong.push(`${at}: ${ajv.errorsText(fits.errors)}`);
    };
    for (const { operationId, parameters = [], requestBody, responses } of operations) {
      for (const { name, schema, example } of parameters) check(`${operationId}?${name}`, schema, example);
      const bodies = [['request', requestBody] as const, ...Object.entries(responses)];
      for (const [place, body] of bodies) {
        const media = body?.content?.['application/json'] ?? body?.content?.['multipart/form-data'];
        if (!media) continue;
        const examples = media.examples
          ? Object.values(media.examples).map(({ value }) => value)
          : [media.example];
        for (const example of examples) check(`${operationId} ${place}`, media.schema, example);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('says of every operation what it is, who may call it, and where', () => {
    const { contracts } = registry;
    expect(document.servers.map(({ url }) => url)).toEqual(['/']);
    const tags = new Set(document.tags.map(({ name }) => name));
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const { operationId, summary, tags: own } of operations) {
      expect(summary, operationId).not.toBe('');
      expect(own.every((tag) => tags.has(tag))).toBe(true);
    }
    const secured = Object.entries(contracts).map(([name, { access }]) => [
      name,
      access === 'visitor' ? [{}, { session: [] }] : [{ session: [access] }],
    ]);
    expect(Object.fromEntries(operations.map((one) => [one.operationId, one.security]))).toMatchObject(
      Object.fromEntries(secured),
    );
    expect(
      Object.keys(contracts).filter((name) => !operations.some((one) => one.operationId === name)),
    ).toEqual([]);
  });

  it('names the errors that a call may give, as its handler’s source and its access say', () => {
    const namesOf = (id: string) =>
      Object.values(operationOf(id).responses).flatMap(({ content }) =>
        Object.keys(content?.['application/json']?.examples ?? {}),
      );
    expect(namesOf('order.create')).toEqual(
      expect.arrayContaining([
        'contractRequired',
        'invalid',
        'loginRequired',
        'approvalRequired',
        'tooLarge',
      ]),
    );
    expect(Object.keys(operationOf('order.create').responses)).toEqual(
      expect.arrayContaining(['201', '400', '401', '403', '409', '422', '459', '500']),
    );
    expect(namesOf('draw.run')).toEqual(expect.arrayContaining(['noChance', 'tooManyRequests', 'notFound']));
    expect(namesOf('sms.send')).toEqual(
      expect.arrayContaining(['smsTooSoon', 'smsTooMany', 'smsUnavailable']),
    );
    expect(namesOf('user.login')).toEqual(
      expect.arrayContaining(['loginFailed', 'loginSlowed', 'accountDisabled']),
    );
    expect(Object.keys(operationOf('goods.hot').responses)).toEqual(['200', '400', '500', '503']);
  });

  it('tells the meaning of every state that an order can be in', () => {
    const { properties } = document.components.schemas['order-summary'] as {
      properties: Record<string, Node>;
    };
    const told = String(properties['status']?.['description']);
    for (const state of Object.values(ORDER_STATE))
      expect(told).toMatch(new RegExp(`(^|[^\\d-])${state} \\S`));
  });
});

/** Lists whose answer says what its tabs are, and the parameter that takes them. */
const tabbed = Object.entries(registry.contracts).flatMap(([name, { method, response, query, params }]) => {
  const counts = (response['properties'] as Record<string, Node> | undefined)?.['counts'];
  const taken = Object.keys(query['properties'] ?? {});
  const parameter = ['status', 'state', 'kind', 'type'].find((one) => taken.includes(one));
  const plain = Object.keys(params['properties'] ?? {}).length === 0;
  return method === 'GET' && counts && parameter && plain ? [{ name, parameter }] : [];
});

describe('the server, held against its document', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startApp();
  });
  afterAll(() => shop.close());

  it('serves it', async () => {
    const { headers, body } = await shop.app.inject('/api/openapi.json');
    expect(headers['content-type']).toContain('application/json');
    expect(JSON.parse(body)).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it.each(['visitor', 'newbie', 'demo', 'ops'])(
    'answers %s with no code that is not described',
    async (who) => {
      const browser = who === 'visitor' ? shop.browser() : await shop.as(who);
      const strange: string[] = [];
      for (const [name, { method, path }] of Object.entries(registry.contracts)) {
        if (name === 'user.logout') continue;
        for (const headers of [{}, { 'sec-fetch-site': 'cross-site' }]) {
          const address = path.replaceAll(/\{\w+\}/g, '1');
          const { status } = await browser.send({ method, path: address, headers });
          if (status === 500 || !(status in operationOf(name).responses)) strange.push(`${name}: ${status}`);
        }
      }
      expect(strange).toEqual([]);
    },
  );

  it.each(tabbed)('tells the tabs of $name where $parameter is described', async ({ name, parameter }) => {
    const { path, access } = registry.contracts[name] ?? { path: '', access: 'staff' };
    const who = await shop.as(access === 'staff' ? 'ops' : 'demo');
    const { parameters = [] } = operationOf(name);
    const needed = parameters.filter(({ required }) => required).map((one) => [one.name, one.example]);
    const { data } = await who.send({ method: 'GET', path, query: Object.fromEntries(needed) });
    const { counts } = data as { counts: { value: string; label: string }[] };
    const { description = '' } = parameters.find((one) => one.name === parameter) ?? {};
    const told = counts.filter(({ value }) => value !== '');
    expect(told.length).toBeGreaterThan(0);
    expect(told.filter(({ value, label }) => !description.includes(`${value} ${label}`))).toEqual([]);
  });
});
