import { BARE } from '../../support/open-page.tsx';

/** Forms with every kind of field that the tests of the form press. */
export const FORM_PAGES = {
  'config/api/forms.yaml': `wish.send: { post: /api/wish, encoding: json, body: { name: string, phone: string, amount: number, kind: string, reason: string, agree: integer, packs: integer, source: string } }
user.password: { post: /api/password, encoding: json, body: { old: string, password: string, again: string } }
row.get: { get: /api/row, response: { name: string, kind: string, agree: integer, packs: integer, tags: 'string[]' }, silent: true }
row.save: { post: /api/row, encoding: json, body: { name: string, kind: string, agree: integer, packs: integer, tags: 'string[]' } }
file.send: { post: /api/upload, encoding: multipart, body: { file: file, kind: string }, response: upload }
shop.save: { post: /api/shop, encoding: json, body: { licence: string } }
code.send: { post: /api/code, body: { phone: string } }
`,
  'config/pages/account.yaml': `name: account
path: /account
title: 开户
${BARE}
blocks:
  - block: form
    label: 开户
    keep: account
    keepDays: 7
    fields:
      - { name: name, label: 品名, required: true }
      - { name: secret, label: 密码, kind: password }
    on: { submit: [{ call: user.password, body: { old: $form.name, password: a, again: a } }] }
`,
  'config/pages/wish.yaml': `name: wish
path: /wish
title: 求购
${BARE}
blocks:
  - block: form
    label: 求购
    keep: wish
    fields:
      - { name: name, label: 品名, required: true, minLength: 2, maxLength: 10 }
      - { name: phone, label: 电话, kind: phone, required: true }
      - { name: amount, label: 数量, kind: number, min: 0.5, max: 5000 }
      - { name: kind, label: 原因, kind: radio, required: true, value: short, options: [{ value: short, label: 缺货 }, { value: other, label: 其他 }] }
      - { name: reason, label: 说明, kind: textarea, required: true, only: { field: kind, in: [other] } }
      - { name: packs, label: 件数, kind: quantity, min: 2, max: 10, step: 2 }
      - { name: agree, label: 我已阅读, kind: checkbox, required: true }
      - { name: source, label: 来源, kind: hidden, value: list }
    on:
      submit: [{ call: wish.send, body: $form, silent: true }, { toast: 已提交 }]
`,
  'config/pages/password.yaml': `name: password
path: /password
title: 改密码
${BARE}
blocks:
  - block: form
    label: 改密码
    keep: password
    fields:
      - { name: old, label: 原密码, kind: password, required: true }
      - { name: password, label: 新密码, kind: password, required: true, strength: true }
      - { name: again, label: 再次输入, kind: password, required: true, same: password }
    on:
      submit: [{ call: user.password, body: $form, silent: true }, { toast: 已修改 }]
`,
  'config/pages/row.yaml': `name: row
path: /row
title: 一行
${BARE}
data: { row: { call: row.get } }
blocks:
  - block: form
    label: 修改
    values: $data.row
    submitText: 保存
    fields:
      - { name: name, label: 名称 }
      - { name: kind, label: 种类, kind: select, fixed: true, options: [{ value: a, label: 甲类 }, { value: b, label: 乙类 }] }
      - { name: agree, label: 上架, kind: checkbox }
      - { name: packs, label: 件数, kind: quantity, min: 1 }
      - { name: tags, label: 标签, kind: picks, options: [{ value: x, label: 新品 }, { value: y, label: 热销 }] }
    on:
      submit: [{ call: row.save, body: $form, silent: true }]
`,
  'config/pages/shop.yaml': `name: shop
path: /shop
title: 资料
${BARE}
blocks:
  - block: form
    fields:
      - { name: licence, label: 执照, kind: file, upload: licence, accept: image/png, required: true }
    on:
      upload: [{ call: file.send, body: { file: $event.file, kind: $event.kind }, silent: true }]
      submit: [{ call: shop.save, body: $form, silent: true }]
`,
  'config/pages/code.yaml': `name: code
path: /code
title: 短信
${BARE}
blocks:
  - block: form
    fields:
      - { name: phone, label: 手机号, kind: mobile, required: true }
      - { name: code, label: 验证码, kind: code, required: true, sends: phone, wait: 60 }
    on:
      code: [{ call: code.send, body: { phone: $event.phone }, silent: true }]
      submit: [{ toast: 已提交 }]
`,
};
