/** Added to the demo data: this many companies, each with one buyer, and what they have besides orders. */
export function memberStatements(members: number, now: number): string[] {
  const since = `${now} - (g * 86400::bigint) % (3 * 365 * 86400)`;
  return [
    `CREATE TEMP TABLE template AS SELECT members.id AS member_id, company_id, password_hash FROM members
      WHERE username = 'buyer-01'`,
    `CREATE TEMP TABLE added AS SELECT g,
      g + (SELECT max(id) FROM companies) AS company_id, g + (SELECT max(id) FROM members) AS member_id
      FROM generate_series(1, ${members}) AS g`,
    `INSERT INTO companies (id, name, type, approval, scopes, level, address, manager_id, created_at, credit_code,
        legal_person, principal, quality_head, buyer, region, warehouse_region, warehouse, receiver, receiver_phone, invoice)
      SELECT added.company_id, (ARRAY['仁和','康宁','惠民','同济','百草','益寿','安泰','济世'])[1 + g % 8] || '大药房'
          || lpad(g::text, 6, '0') || '号（演示）',
        type, approval, scopes, 1 + g % 3, address, manager_id, ${since}, '9199' || lpad(g::text, 14, '0'),
        legal_person, principal, quality_head, buyer, region, warehouse_region, warehouse, receiver, receiver_phone, invoice
      FROM added, companies, template WHERE companies.id = template.company_id`,
    `INSERT INTO members (id, company_id, username, phone, name, password_hash, can_chat, created_at)
      SELECT added.member_id, added.company_id, 'member-' || lpad(g::text, 6, '0'), '130' || lpad(g::text, 8, '0'),
        '采购员' || g, password_hash, true, ${since} FROM added, template`,
    `INSERT INTO addresses (company_id, name, phone, region, detail, is_default, is_licensed, created_at)
      SELECT added.company_id, '采购员' || g, '13000000000', region, detail, true, true, ${since}
      FROM added, addresses, template WHERE addresses.company_id = template.company_id AND is_default`,
    `CREATE TEMP TABLE buyers AS SELECT row_number() OVER (ORDER BY members.id)::integer - 1 AS n, members.id AS member_id,
        members.company_id, addresses.id AS address_id, addresses.name, addresses.phone, addresses.region, addresses.detail
      FROM members JOIN companies ON companies.id = members.company_id AND approval = 'approved'
      JOIN addresses ON addresses.company_id = members.company_id AND addresses.is_default
      WHERE username LIKE 'buyer-%' OR username LIKE 'member-%'`,
    'CREATE UNIQUE INDEX ON buyers (n)',
    'ANALYZE buyers',
    `INSERT INTO accounts (kind, unit, company_id)
      SELECT kind, unit, company_id FROM buyers,
        (VALUES ('wallet', 'fen'), ('points', 'point'), ('vouchers', 'fen')) AS kinds (kind, unit)
      ON CONFLICT DO NOTHING`,
    `INSERT INTO sessions (id, member_id, company_id, address, agent, created_at, expires_at)
      SELECT md5('session' || n), member_id, company_id, '127.0.0.1', 'Mozilla/5.0', ${now} - 86400, ${now} + 30 * 86400
      FROM buyers`,
    `INSERT INTO uploads (id, kind, is_public, member_id, company_id, name, type, size, sha256, created_at)
      SELECT substr(md5('upload' || kind || n), 1, 22), 'certificate', false, member_id, company_id, '证照.jpg', 'image/jpeg',
        50000, md5(kind || n) || md5(n || kind), ${now} - 300 * 86400 + n % 80000
      FROM buyers, (VALUES ('business_licence'), ('drug_licence')) AS kinds (kind)`,
    `INSERT INTO certificates (company_id, kind, number, issuer, issued, expires, files, state, submitted_at, reviewed_at)
      SELECT company_id, kind, '演' || n, '市药品监督管理局', '2024-06-01',
        CASE kind WHEN 'drug_licence' THEN to_char(date '2027-06-01' + n % 1000, 'YYYY-MM-DD') END,
        ARRAY[substr(md5('upload' || kind || n), 1, 22)], 'approved', ${now} - 300 * 86400, ${now} - 299 * 86400
      FROM buyers, (VALUES ('business_licence'), ('drug_licence')) AS kinds (kind)
      ON CONFLICT DO NOTHING`,
    `INSERT INTO contract_signatures (contract_id, company_id, member_id, signer, address, digest, signed_at)
      SELECT contracts.id, company_id, member_id, buyers.name, '127.0.0.1', md5(n::text) || md5(n::text), ${now} - 200 * 86400
      FROM buyers, contracts ON CONFLICT DO NOTHING`,
  ];
}

/** What buyers keep of the goods: each a few, wherever in the catalogue. Needs `buyers` and `shelf`. */
export function shelfStatements(now: number): string[] {
  const some = (
    count: number,
    columns: string,
  ) => `SELECT ${columns} FROM buyers, generate_series(1, ${count}) AS k
    JOIN shelf ON true WHERE shelf.n = (buyers.n * 131 + k * 7919) % (SELECT count(*) FROM shelf)`;
  return [
    `INSERT INTO favorites (company_id, goods_id, created_at, price_fen)
      ${some(8, `company_id, goods_id, ${now} - k * 86400, price_fen`)} ON CONFLICT DO NOTHING`,
    `INSERT INTO cart_lines (company_id, goods_id, warehouse_id, type, number, created_at)
      ${some(3, `company_id, goods_id, warehouse_id, 0, 10, ${now} - k * 3600`)} ON CONFLICT DO NOTHING`,
    `INSERT INTO order_lists (company_id, name, created_at, updated_at)
      SELECT company_id, '每周补货', ${now} - 86400, ${now} - 86400 FROM buyers`,
    `INSERT INTO order_list_goods (list_id, goods_id, number, created_at)
      SELECT order_lists.id, goods_id, 10, ${now} - 86400 FROM order_lists JOIN buyers USING (company_id),
        generate_series(1, 5) AS k JOIN shelf ON true
      WHERE order_lists.name = '每周补货' AND shelf.n = (buyers.n * 131 + k * 4099) % (SELECT count(*) FROM shelf)
      ON CONFLICT DO NOTHING`,
    `INSERT INTO goods_alerts (company_id, member_id, goods_id, kind, base_fen, created_at, fired_at)
      ${some(3, `company_id, member_id, goods_id, 'price', price_fen, ${now} - k * 86400, CASE WHEN k > 1 OR buyers.n % 5 > 0 THEN ${now} - 3600 END`)}
      ON CONFLICT DO NOTHING`,
    `INSERT INTO company_coupons (coupon_id, company_id, starts_at, ends_at)
      SELECT 1 + k, company_id, ${now} - 90 * 86400, ${now} - 60 * 86400 + k * 50 * 86400 FROM buyers, generate_series(0, 2) AS k`,
    'TRUNCATE coupon_counts',
    'INSERT INTO coupon_counts (coupon_id, issued) SELECT coupon_id, count(*) FROM company_coupons GROUP BY coupon_id',
    `INSERT INTO feedbacks (company_id, member_id, kind, text, files, phone, state, created_at, replied_at)
      SELECT company_id, member_id, 'other', '希望增加品种', '{}', '', CASE n % 100 WHEN 0 THEN 'open' ELSE 'answered' END,
        ${now} - n * 100, ${now} - n * 50 FROM buyers`,
    `INSERT INTO wanted_goods (company_id, member_id, name, maker, spec, number, note, state, created_at)
      SELECT company_id, member_id, '某药', '某厂', '10mg*24片', 10, '', CASE n % 100 WHEN 0 THEN 'open' ELSE 'closed' END,
        ${now} - n * 100 FROM buyers`,
    `INSERT INTO chats (member_id, last_id, last_at, member_seen, staff_seen)
      SELECT member_id, 0, ${now} - n * 60, 0, 0 FROM buyers ON CONFLICT DO NOTHING`,
    `INSERT INTO chat_messages (member_id, staff_id, text, created_at)
      SELECT member_id, CASE k % 2 WHEN 0 THEN (SELECT id FROM members WHERE is_staff LIMIT 1) END, '请问何时发货？', ${now} - n * 60
      FROM buyers, generate_series(1, 4) AS k`,
    `UPDATE chats SET last_id = newest.id, member_seen = newest.id, staff_seen = newest.id
      FROM (SELECT member_id, max(id) AS id FROM chat_messages GROUP BY member_id) AS newest
      WHERE newest.member_id = chats.member_id`,
  ];
}
