export interface MigrationTables {
  migration_checksums: { name: string; checksum: string };
}
