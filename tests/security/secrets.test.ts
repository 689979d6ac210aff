// K27, K28, K29: the national algorithms by their standards, keys and passwords that an installation begins with, and signed links.
import { plantHomes } from '../contract/rows.ts'
import { spawnSync } from 'node:child_process'
import { createCipheriv, createDecipheriv, createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sm2 } from 'sm-crypto-v2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FLOORS } from '../../tools/floors.mjs'
import { readConfig, ROOT } from '../../apps/server/config.server.ts'
import { productRoutes } from '../../apps/server/routes.server.ts'
import { checkStart, weaknesses, type Account } from '../../apps/server/start-checks.server.ts'
import { openSealer, requireMasterKey } from '../../runtime/seal.server.ts'
import { linkToken, readLink } from '../../services/files/link.server.ts'
import { decryptSm2, loadSm2Keys, sameSecret } from '../../platform/credentials/secrets.server.ts'
import { door } from '../../platform/people/testing.server.ts'
import { world, PASSWORD, type World } from '../world.ts'
import { PDF } from '../../services/files/testing.server.ts'

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex')

describe('the national algorithms', () => {
  test('SM3 digests the two examples of GB/T 32905', () => {
    const sm3 = (b: Buffer) => createHash('sm3').update(b).digest('hex')
    expect(sm3(Buffer.from('abc'))).toBe('66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0')
    expect(sm3(Buffer.from('abcd'.repeat(16)))).toBe('debe9ff92275b8a138604889c18e5a4d6fdb70e5387e5765293dcba39c0c5732')
  })
  test('SM4 encrypts the example of GB/T 32907 and comes back', () => {
    const key = hex('0123456789abcdeffedcba9876543210')
    const c = createCipheriv('sm4-ecb', key, null).setAutoPadding(false)
    const sealed = Buffer.concat([c.update(key), c.final()])
    expect(sealed.toString('hex')).toBe('681edf34d206965e86b3e94f536e4246')
    const d = createDecipheriv('sm4-ecb', key, null).setAutoPadding(false)
    expect(Buffer.concat([d.update(sealed), d.final()])).toEqual(key)
  })
  /** Key and ciphertext of the example of GB/T 32918.5, annex C: "encryption standard". */
  const PRIVATE = '3945208f7b2144b13f36e38ac6d39f95889393692860b51a42fb81ef4df7c5b8'
  const PUBLIC = '0409f9df311e5421a150dd7d161e4bc5c672179fad1833fc076bb08ff356f35020ccea490ce26775a52dc6ea718cc1aa600aed05fbf35e084a6632f6072da9ad13'
  const C1 = '04ebfc718e8d1798620432268e77feb6415e2ede0e073c0f4f640ecd2e149a73e858f9d81e5430a57b36daab8f950a3c64e6ee6a63094d99283aff767e124df0'
  const C2 = '21886ca989ca9c7d58087307ca93092d651efa'
  const C3 = '59983c18f809e262923c53aec295d30383b54e39d609d160afcb1908d0bd8766'
  const keys = { keyId: 'x', publicKey: PUBLIC, privateKey: PRIVATE }

  test('SM2 opens the example of GB/T 32918.5 in both orders, with and without its sign, in any case', () => {
    for (const cipher of [C1 + C3 + C2, `04${C1}${C3}${C2}`, `04${C1}${C2}${C3}`, C1 + C2 + C3, `04${C1}${C3}${C2}`.toUpperCase()])
      expect([cipher.slice(0, 6), decryptSm2(keys, cipher)]).toEqual([cipher.slice(0, 6), 'encryption standard'])
  })
  test('SM2 opens what the browser’s end encrypts, whatever the text, and no two ciphertexts are alike', () => {
    const seen = new Set<string>()
    for (const text of ['a', '承包方 𠮷', 'x'.repeat(300), '\n|\t'])
      for (const mode of [0, 1] as const) {
        const cipher = sm2.doEncrypt(text, PUBLIC, mode)
        seen.add(cipher)
        expect(decryptSm2(keys, cipher)).toBe(text)
      }
    expect(new Set([...seen, sm2.doEncrypt('a', PUBLIC, 0)]).size).toBe(9)
  })
  test('SM2 refuses points off the curve, changed signs, short, empty and foreign ciphertexts without telling them apart', () => {
    const flip = (text: string, at: number) => text.slice(0, at) + ((parseInt(text[at]!, 16) ^ 1) as number).toString(16) + text.slice(at + 1)
    const good = C1 + C3 + C2
    const bad = [
      ...[0, 63, 64, 127, 130, 191, 192, good.length - 1].map((at) => flip(good, at)),
      '0'.repeat(128) + C3 + C2,
      'f'.repeat(128) + C3 + C2,
      // the point of another curve, y² = x³ + 7
      `${'79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8'}${C3}${C2}`,
      good.slice(0, 190),
      C1 + C3,
      '',
      'zz'.repeat(120),
      good.repeat(20),
      sm2.doEncrypt('a', sm2.generateKeyPairHex().publicKey, 0),
    ]
    for (const cipher of bad) expect([cipher.slice(0, 20), decryptSm2(keys, cipher)]).toEqual([cipher.slice(0, 20), undefined])
  })
  test('a comparison of secrets needs both whole', () => {
    expect([sameSecret('a', 'a'), sameSecret('a', 'b'), sameSecret('', ''), sameSecret('a', 'aa'), sameSecret('', 'a')]).toEqual([
      true,
      false,
      true,
      false,
      false,
    ])
  })
  test('a sealed text names its algorithm, is never the same twice, and opens unchanged, in its place, under its key only', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'chengbao-seal-'))
    const other = await mkdtemp(join(tmpdir(), 'chengbao-seal-'))
    const s = openSealer(dir)
    const sealed = s.seal('密码', 'sms.1.secretKey')
    expect(sealed).toMatch(/^a1\./)
    expect([s.seal('密码', 'sms.1.secretKey') === sealed, s.open(sealed, 'sms.1.secretKey')]).toEqual([false, '密码'])
    const parts = sealed.split('.')
    const spoilt = parts.map((p, i) => [...parts.slice(0, i), p.startsWith('A') ? `B${p.slice(1)}` : `A${p.slice(1)}`, ...parts.slice(i + 1)].join('.'))
    for (const text of [...spoilt, '', 'a1...', sealed.slice(0, -4)]) expect(() => s.open(text, 'sms.1.secretKey')).toThrow()
    expect(() => s.open(sealed, 'sms.2.secretKey')).toThrow()
    expect(() => openSealer(other).open(sealed, 'sms.1.secretKey')).toThrow()
    expect(s.sign('a', 'x')).not.toBe(s.sign('a', 'y'))
    for (const d of [dir, other]) await rm(d, { recursive: true, force: true })
  })
})

/** Settings that production starts with, and those that it is not warned of either. */
const good = { NODE_ENV: 'production', DATABASE_URL: 'postgres://app:Xk29-long-secret@db:5432/chengbao' }
const strong = {
  ...good,
  DATA_DIR: '/srv/chengbao/data',
  SEAL_KEY_FILE: '/etc/chengbao/seal-key',
  SM2_KEY_FILE: '/etc/chengbao/sm2-key.json',
  PUBLIC_URL: 'https://chengbao.example.org',
  CLAMD: '/run/clamav/clamd.ctl',
}

describe('what an installation begins with', () => {
  test('production refuses demonstration data, no captcha and known passwords, each by its name', () => {
    expect(readConfig(good)).toMatchObject({ production: true, demo: false, captcha: true, site: { dataSources: false, outboundAllow: [] } })
    for (const [name, env] of [
      ['DEMO', { DEMO: 'on' }],
      ['CAPTCHA', { CAPTCHA: 'off' }],
      ['PAGE_CHECK', { PAGE_CHECK: 'off' }],
      ...['postgres', 'password', '123456'].map((p) => ['DATABASE_URL', { DATABASE_URL: `postgres://postgres:${p}@db/x` }] as const),
    ] as const)
      expect(() => readConfig({ ...good, ...env }), name).toThrow(name)
  })
  test('a setting that cannot be right stops the start with its name', () => {
    for (const env of [
      { PORT: 'x' },
      { PORT: '70000' },
      { CAPTCHA: 'yes' },
      { DEMO: '1' },
      { RATE_LIMITS: 'none' },
      ...['x', '10.0.0.0/33', '0.0.0.0/0', '10.0.0.1/', '10.0.0.1/8/8', 'true', '*'].map((p) => ({ TRUSTED_PROXIES: p })),
      { CALLBACK_ALLOW: 'javascript:1' },
      { SILENT_CODES: '401' },
      { CLAMD: 'scanner' },
      { SOFFICE: '/nowhere/soffice' },
      { INTERFACE_ENCRYPTION: 'true' },
    ])
      expect(() => readConfig(env), JSON.stringify(env)).toThrow(Object.keys(env)[0]!)
  })
  test('what is weak in production is told by its setting in both languages: faults end the start, warnings do not', () => {
    const of = (env: object, account?: Account) => weaknesses(readConfig({ ...strong, ...env }), account).map((f) => [f.setting, f.fault])
    const clerk = { superuser: false, password: true }
    expect(of({}, clerk)).toEqual([])
    for (const [env, account, found] of [
      [{}, { superuser: true, password: false }, ['DATABASE_URL', true]],
      [{}, { superuser: true, password: true }, ['DATABASE_URL', false]],
      [{ RATE_LIMITS: 'off' }, clerk, ['RATE_LIMITS', true]],
      [{ SEAL_KEY_FILE: '' }, clerk, ['SEAL_KEY_FILE', false]],
      [{ SEAL_KEY_FILE: '/srv/chengbao/data/../data/keys/seal' }, clerk, ['SEAL_KEY_FILE', false]],
      [{ SM2_KEY_FILE: '' }, clerk, ['SM2_KEY_FILE', false]],
      [{ PUBLIC_URL: 'http://chengbao.example.org' }, clerk, ['PUBLIC_URL', false]],
      [{ PUBLIC_URL: '' }, clerk, ['PUBLIC_URL', false]],
      [{ CLAMD: '' }, clerk, ['CLAMD', false]],
    ] as const)
      expect([env, of(env, account)]).toEqual([env, [found]])
    // who signs by a service outside needs no authority of his own
    const provider = { SIGN_PROVIDER_URL: 'https://sign.example.org', SIGN_PROVIDER_APP_ID: 'a', SIGN_PROVIDER_SECRET: 's' }
    const lacking = (env: object) => weaknesses(readConfig({ ...strong, ...env }), clerk, false).map((f) => [f.setting, f.fault])
    expect([lacking({}), lacking(provider)]).toEqual([[['DATA_DIR/signing/authority.pem', false]], []])
    for (const f of weaknesses(readConfig({ ...good, RATE_LIMITS: 'off' }), { superuser: true, password: false }))
      expect([f.setting, /\p{Script=Han}/u.test(f.zh), /^[ -~]+$/.test(f.en)]).toEqual([f.setting, true, true])
  })
  test('the key that opens passwords lies where the setting says', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'chengbao-key-'))
    const first = await loadSm2Keys(join(dir, 'data'), join(dir, 'apart.json'))
    expect([await loadSm2Keys('/nowhere', join(dir, 'apart.json')), existsSync(join(dir, 'data'))]).toEqual([first, false])
    await rm(dir, { recursive: true, force: true })
  })
  test('the description of the interface is for strangers only where a setting says so', () => {
    expect([readConfig({}).described, readConfig({ OPENAPI_PUBLIC: 'on' }).described]).toEqual([false, true])
    const perm = (described: boolean) => productRoutes(() => [], { described }).find((r) => r.path === '/openapi.json')!.perm
    expect([perm(true), perm(false)]).toEqual(['public', 'signed-in'])
  })
  test('the server itself does not start in production with a demonstration', () => {
    const r = spawnSync(process.execPath, [join(ROOT, 'apps/server/main.server.ts')], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, NODE_ENV: 'production', DEMO: 'on', PORT: '0' },
      timeout: 60_000,
    })
    expect([r.status !== 0, r.stderr.includes('DEMO must be off in production')]).toEqual([true, true])
  })
  test('a master key that is no key is refused, not replaced', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'chengbao-key-'))
    await writeFile(join(dir, 'seal-key'), 'secret')
    expect(() => openSealer(dir).seal('a', 'b')).toThrow('64 hexadecimal digits')
    expect(await readFile(join(dir, 'seal-key'), 'utf8')).toBe('secret')
    await rm(dir, { recursive: true, force: true })
  })
  test('no server starts with a key that can be guessed, is published, or lies open; in no mode', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'chengbao-key-'))
    const file = join(dir, 'seal-key')
    const kept = async (text: string, mode = 0o600, name = file) => {
      await rm(name, { force: true })
      await writeFile(name, text, { mode })
      await chmod(name, mode)
    }
    const good = randomBytes(32).toString('hex')
    const bad: Readonly<Record<string, readonly [key: string, why: string]>> = {
      'two digits': ['ab', '64 hexadecimal digits'],
      'a digit too many': [`${good}0`, '64 hexadecimal digits'],
      'no digits': ['z'.repeat(64), '64 hexadecimal digits'],
      zeros: ['0'.repeat(64), 'a pattern'],
      'one byte again and again': ['a5'.repeat(32), 'a pattern'],
      'two halves alike': [good.slice(0, 16).repeat(4), 'a pattern'],
      'one after the other': [Buffer.from(Array.from({ length: 32 }, (_, i) => i)).toString('hex'), 'a pattern'],
      'a text': [Buffer.from('correct horse battery staple 123').toString('hex'), 'a text'],
      'the digest of a word': [createHash('sha256').update('password').digest('hex'), 'published'],
      'the digest of nothing': [createHash('sha256').update('').digest('hex'), 'published'],
      'the example of a standard': ['603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4', 'published'],
    }
    try {
      for (const [what, [key, why]] of Object.entries(bad)) {
        await kept(key)
        expect(() => requireMasterKey(dir), what).toThrow(why)
      }
      await kept(good, 0o644)
      expect(() => requireMasterKey(dir)).toThrow(`chmod 600 ${file}`)
      await kept(good, 0o440)
      expect(() => requireMasterKey(dir)).toThrow('can be read by others')
      // a start asks before it touches anything, whatever NODE_ENV says
      const start = (env: Record<string, string>) =>
        spawnSync(process.execPath, [join(ROOT, 'apps/server/main.server.ts')], {
          encoding: 'utf8',
          env: { PATH: process.env.PATH, DATA_DIR: dir, PORT: '0', DEMO: 'off', DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none', ...env },
          timeout: 60_000,
        })
      for (const NODE_ENV of ['', 'production']) {
        const r = start({ NODE_ENV })
        expect([NODE_ENV, r.status !== 0, r.stderr.includes('can be read by others')]).toEqual([NODE_ENV, true, true])
      }
      await kept(good)
      requireMasterKey(dir)
      // the pair for passwords
      const pair = join(dir, 'sm2-key.json')
      const { publicKey, privateKey, keyId } = await loadSm2Keys(dir)
      for (const [o, why] of [
        [{ privateKey: '0'.repeat(63) + '1' }, 'a pattern'],
        [{ privateKey: '3945208f7b2144b13f36e38ac6d39f95889393692860b51a42fb81ef4df7c5b8' }, 'published'],
        [{ privateKey: randomBytes(32).toString('hex') }, 'pair of keys'],
      ] as const) {
        await kept(JSON.stringify({ publicKey, keyId, ...o }), 0o600, pair)
        await expect(loadSm2Keys(dir)).rejects.toThrow(why)
      }
      await kept('{', 0o600, pair)
      await expect(loadSm2Keys(dir)).rejects.toThrow('64 hexadecimal digits')
      await kept(JSON.stringify({ publicKey, privateKey, keyId }), 0o644, pair)
      await expect(loadSm2Keys(dir)).rejects.toThrow('chmod 600')
    } finally {
      await rm(dir, { recursive: true, force: true })
    }
  })
  test('no key, password or token of anybody stands in the repository’s source', async () => {
    const { privateKey } = generateKeyPairSync('ed25519')
    const found: string[] = []
    const KEY = /-----BEGIN (?:\w+ )*PRIVATE KEY-----|\bAKIA[0-9A-Z]{16}\b|\bghp_\w{36}\b|privateKey['"]?\s*[:=]\s*['"][0-9a-f]{64}/
    expect(KEY.test(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())).toBe(true)
    for (const d of [...FLOORS, 'db'])
      for (const f of await readdir(join(ROOT, d), { recursive: true })) {
        if (/\.(ts|tsx|sql|json|mjs)$/.test(f) && !/\.test\.tsx?$|testing/.test(f) && KEY.test(await readFile(join(ROOT, d, f), 'utf8'))) found.push(join(d, f))
      }
    expect(found).toEqual([])
  })
})

describe('on a running installation', () => {
  let w: World
  beforeAll(async () => {
    w = await world()
    await plantHomes(w, '8')
  })
  afterAll(() => w?.end())
  const mode = async (file: string) => ((await stat(join(w.dataDir, file))).mode & 0o777).toString(8)

  test('the start asks the database who it is, warns, and ends before anything is changed; elsewhere than in production it says nothing', async () => {
    const said: string[] = []
    const { rows } = await w.db.pool.query('select rolsuper from pg_roles where rolname = session_user')
    const start = (env: object, url: string) => checkStart(readConfig({ ...strong, ...env, DATABASE_URL: url }), w.db, (line) => said.push(line))
    await start({ CLAMD: '' }, 'postgres://app:Xk29-long-secret@db/x')
    expect(said.filter((x) => !x.includes('DATABASE_URL'))).toEqual([
      expect.stringMatching(/^warning: DATA_DIR\/signing\/authority.pem: 未设置签名证书机构，.* \/ no authority for signatures is set up: /),
      'warning: CLAMD: 未配置病毒扫描服务，上传的文件不会被扫描 / no virus scanner is set: uploaded files are not scanned',
    ])
    await expect(start({ RATE_LIMITS: 'off' }, 'postgres://app:Xk29-long-secret@db/x')).rejects.toThrow('RATE_LIMITS')
    const bare = start({}, 'postgres://postgres@db/x').then(
      () => 'started',
      (e: Error) => e.message,
    )
    expect((await bare).includes('DATABASE_URL')).toBe(rows[0].rolsuper)
    said.length = 0
    await start({ NODE_ENV: '', RATE_LIMITS: 'off' }, 'postgres://postgres@db/x')
    expect(said).toEqual([])
  })
  test('keys and passwords lie in files that only their owner reads, each made once', async () => {
    openSealer(w.dataDir).sign('a', 'b')
    const first = await loadSm2Keys(w.dataDir)
    expect(await loadSm2Keys(w.dataDir)).toEqual(first)
    for (const file of ['sm2-key.json', 'seal-key', 'demo-accounts.txt']) {
      const there = await stat(join(w.dataDir, file)).catch(() => undefined)
      if (file !== 'demo-accounts.txt' || there) expect([file, await mode(file)]).toEqual([file, '600'])
    }
  })
  test('the private key leaves the server by no call', async () => {
    const { privateKey, publicKey } = await loadSm2Keys(w.dataDir)
    const admin = await w.as('admin')
    for (const r of w.routes) {
      if (r.method !== 'GET' || r.path.startsWith('/cpt-auth/oauth/logout')) continue
      const text = (await admin.get(r.path.replace(/\{\w+\}/g, '1'))).raw.toString().toLowerCase()
      expect([r.path, text.includes(privateKey.toLowerCase())]).toEqual([r.path, false])
    }
    expect((await w.nobody.get('/cpt-auth/oauth/public-key')).data.publicKey).toBe(publicKey)
  })
  test('requests serve under roles that own nothing, and the two that serve are not the one that migrates', async () => {
    const { rows } = await w.db.pool.query(
      `select r.rolname, r.rolsuper, r.rolbypassrls, r.rolcreatedb, r.rolcreaterole, (select count(*)::int from pg_class c where c.relowner = r.oid) as owns
       from pg_roles r where r.rolname in ('cpt_app', 'cpt_system') order by 1`,
    )
    expect(rows.map((r) => [r.rolname, r.rolsuper, r.rolcreatedb, r.rolcreaterole, r.owns])).toEqual([
      ['cpt_app', false, false, false, 0],
      ['cpt_system', false, false, false, 0],
    ])
    expect(rows.find((r) => r.rolname === 'cpt_app').rolbypassrls).toBe(false)
  })

  const SAID = { tenantId: '000000', account: 'county', session: '1', id: '5', mode: 'preview', expires: 2_000_000_000 } as const
  test('a signed link with any sign changed, any part exchanged, or another key says nothing', async () => {
    const sealer = openSealer(w.dataDir)
    const token = `bearer ${linkToken(sealer, SAID)}`
    const now = 1_900_000_000_000
    expect(readLink(sealer, token, now)).toEqual(SAID)
    for (let at = 12; at < token.length; at++) {
      const changed = token.slice(0, at) + (token[at] === 'a' ? 'b' : 'a') + token.slice(at + 1)
      // the last bits of Base64 may mean nothing: then it is the same text under another spelling
      const said = readLink(sealer, changed, now)
      expect([at, said === undefined || JSON.stringify(said) === JSON.stringify(SAID)]).toEqual([at, true])
    }
    for (const change of [
      { id: '6' },
      { mode: 'download' },
      { account: 'admin' },
      { tenantId: '100001' },
      { session: '2' },
      { expires: 2_100_000_000 },
    ] as const) {
      const mine = linkToken(sealer, { ...SAID, ...change }).split('.')
      const forged = `bearer ${mine[0]}.${mine[1]}.${token.split('.')[2]}`
      expect([change, readLink(sealer, forged, now)]).toEqual([change, undefined])
    }
    expect(readLink(sealer, token, 2_000_000_001_000)).toBeUndefined()
    const dir = await mkdtemp(join(tmpdir(), 'chengbao-link-'))
    expect(readLink(openSealer(dir), token, now)).toBeUndefined()
    await rm(dir, { recursive: true, force: true })
  })
  test('a signed link ends with the session that made it, and a disabled person’s at once', async () => {
    const d = door(w.app)
    const open = async (url: string) => (await w.app.inject({ method: 'GET', url })).statusCode
    const make = async () => {
      const s = await d.signIn('000000', 'county', PASSWORD)
      const headers = { 'cpt-auth': `bearer ${s.access_token}` }
      const county = await w.as('county')
      const file = (await county.upload('/cpt-resource/attach/endpoint/upload', { name: 'a.pdf', bytes: PDF }, { businessId: '8' })).data
      const [{ url }] = (await w.nobody.send('GET', '/cpt-resource/attach/endpoint/link', { query: { ids: file.id }, headers })).data
      expect(await open(url)).toBe(200)
      return { s, url }
    }
    const first = await make()
    await d.as(first.s.access_token).get('/cpt-auth/oauth/logout')
    expect(await open(first.url)).toBe(401)
    const second = await make()
    await w.db.pool.query(`update sys_user set status = 2 where account = 'county' and "tenantId" = '000000'`)
    expect(await open(second.url)).toBe(401)
  })
})
