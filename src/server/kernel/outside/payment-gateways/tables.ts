declare module '../../db/schema.ts' {
  interface Database extends GatewayTables {}
}

interface GatewayTables {
  gateway_keys: GatewayKeysTable;
}

/** The secret by which the sandbox's notifications are signed. */
interface GatewayKeysTable {
  gateway: string;
  secret: string;
}
