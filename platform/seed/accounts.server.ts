import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { clock, localTime } from '../../kit/server/clock.server.ts'
import type { DatabaseHandle, Tx } from '../../kit/server/db.server.ts'
import { keptFile } from '../../runtime/keep-file.server.ts'
import { DEFAULT_STRATEGY, passwordWrong } from '../credentials/password.ts'
import { hashPassword } from '../credentials/secrets.server.ts'
import { seedBase, deptId, insertMissing } from './seed.server.ts'
import { PLATFORM_TENANT, SECOND_TENANT } from './tenant-codes.ts'
import { seedId } from './seed-id.ts'

/** An account that a start made; `password` is what it was made with and may have been changed since. */
export interface StartAccount {
  tenantId: string
  account: string
  realName: string
  role: string
  password: string
}

const ACCOUNTS = [
  { tenantId: PLATFORM_TENANT, account: 'admin', realName: '超级管理员', role: 'administrator', dept: 'platform' },
  { tenantId: PLATFORM_TENANT, account: 'county', realName: '县级经办', role: 'county', dept: 'county' },
  { tenantId: PLATFORM_TENANT, account: 'town', realName: '镇级经办', role: 'town', dept: 'town' },
  // who accepts a case does not check it
  { tenantId: PLATFORM_TENANT, account: 'town2', realName: '镇级经办二', role: 'town', dept: 'town' },
  { tenantId: PLATFORM_TENANT, account: 'village', realName: '村级经办', role: 'village', dept: 'village' },
  { tenantId: PLATFORM_TENANT, account: 'sign', realName: '签约员', role: 'sign', dept: 'village' },
  { tenantId: PLATFORM_TENANT, account: 'large', realName: '大屏', role: 'large', dept: 'county' },
  { tenantId: PLATFORM_TENANT, account: 'audit', realName: '审计员', role: 'audit', dept: 'county' },
  { tenantId: SECOND_TENANT, account: 'admin', realName: '管理员', role: 'admin', dept: 'county' },
] as const

/** Electronic signatures that the demonstration's county may use, with the grant of them; the id is the one that a parameter once had. */
const SIGNATURES = { ...seedBase(PLATFORM_TENANT, localTime(clock())), id: seedId('param', PLATFORM_TENANT, 'sign.purchased'), regionCode: '512021' }
const SIGNATURES_GRANTED = 10_000

/** No signs that look alike, none that a shell or a file of columns would trip over. */
const CLASSES = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '@#%+=_-']

/** A password of 16 signs with all four classes, in which no demonstration account's name occurs. */
export function randomPassword(): string {
  const any = CLASSES.join('')
  const from = (set: string) => set[randomInt(set.length)]!
  for (;;) {
    const signs = [...CLASSES.map(from), ...Array.from({ length: 12 }, () => from(any))]
    for (let i = signs.length - 1; i > 0; i--) {
      const j = randomInt(i + 1)
      ;[signs[i], signs[j]] = [signs[j]!, signs[i]!]
    }
    const p = signs.join('')
    if (!ACCOUNTS.some((a) => passwordWrong(p, a.account))) return p
  }
}

/** The file with the first password of an installation, in its data folder. */
export const FIRST_ACCOUNT = 'first-account.txt'
type Seed = (typeof ACCOUNTS)[number]
const told = (all: readonly Seed[], password: string): StartAccount[] => all.map(({ dept: _, ...a }) => ({ ...a, password }))

/** The password kept at an earlier start, or a new random one, kept at once: before the accounts exist, so that it cannot be lost. */
async function keptPassword(path: string, accounts: readonly Seed[]): Promise<string> {
  const text = await keptFile(path, () => {
    const password = randomPassword()
    const lines = accounts.map((a) => `${a.tenantId}\t${a.account}\t${password}\t${a.realName}`)
    return `tenant\taccount\tpassword\tname\n${lines.join('\n')}\n`
  })
  return text.split('\n')[1]!.split('\t')[2]!
}

/** Makes those of the accounts that are missing and answers them; existing ones keep their passwords. */
async function makeMissing(tx: Tx, accounts: readonly Seed[], password: string, mustModify: 0 | 1): Promise<Seed[]> {
  const now = localTime(clock())
  const roles = await tx.selectFrom('sys_role').select(['id', 'tenantId', 'roleAlias']).execute()
  const ids = await insertMissing(
    tx,
    'sys_user',
    accounts.map((a) => ({
      ...seedBase(a.tenantId, now),
      id: seedId('sys_user', a.tenantId, a.account),
      account: a.account,
      name: a.realName,
      realName: a.realName,
      roleId: roles.find((r) => r.tenantId === a.tenantId && r.roleAlias === a.role)!.id,
      deptId: deptId(a.tenantId, a.dept),
      userType: 1,
      status: 1,
    })),
  )
  const fresh = accounts.filter((a) => ids.has(seedId('sys_user', a.tenantId, a.account)))
  const secrets = await Promise.all(
    fresh.map(async (a) => ({
      userId: seedId('sys_user', a.tenantId, a.account),
      tenantId: a.tenantId,
      hash: await hashPassword(password),
      setTime: now,
      mustModify,
      history: [],
      failures: 0,
    })),
  )
  await insertMissing(tx, 'user_secret', secrets)
  return fresh
}

/**
 * Makes the demonstration accounts that are missing; existing ones keep their passwords. Needs seedPlatform first.
 * @param o.password for all of them; without one a random password is kept in `<dataDir>/demo-accounts.txt` (mode 0600).
 * @returns every demonstration account, and in `made` the names ('tenant/account') of those made now. Source: decisions.md 2.
 */
export async function seedDemoAccounts(db: DatabaseHandle, o: { password?: string; dataDir: string }): Promise<{ accounts: StartAccount[]; made: string[] }> {
  const password = o.password || (await keptPassword(join(o.dataDir, 'demo-accounts.txt'), ACCOUNTS))
  const made = await db.transaction({ tenantId: PLATFORM_TENANT, system: true }, async (tx) => {
    await insertMissing(tx, 'sign_account', [{ ...SIGNATURES, purchased: SIGNATURES_GRANTED, consumed: 0, reserved: 0 }])
    await insertMissing(tx, 'sign_movement', [{ ...SIGNATURES, accountId: SIGNATURES.id, move: 'grant', quantity: SIGNATURES_GRANTED }])
    return makeMissing(tx, ACCOUNTS, password, 0)
  })
  return { accounts: told(ACCOUNTS, password), made: made.map((a) => `${a.tenantId}/${a.account}`) }
}

/**
 * An installation without demonstration begins with one account, the platform's administrator: the random password stands in
 * `<dataDir>/first-account.txt` (mode 0600) and must be changed at the first sign-in, and the platform asks its administrators for a second factor.
 * Where anybody exists already, nothing happens. Source: security.md D8, K28.
 */
export async function seedFirstAccount(db: DatabaseHandle, o: { dataDir: string }): Promise<StartAccount[]> {
  const first = ACCOUNTS.slice(0, 1)
  const system = { tenantId: PLATFORM_TENANT, system: true } as const
  const anybody = (tx: Tx) => tx.selectFrom('sys_user').select('id').limit(1).executeTakeFirst()
  if (await db.transaction(system, anybody)) return []
  const password = await keptPassword(join(o.dataDir, FIRST_ACCOUNT), first)
  return db.transaction(system, async (tx) => {
    const made = await makeMissing(tx, first, password, 1)
    const strategy = { ...DEFAULT_STRATEGY, ...seedBase(PLATFORM_TENANT, localTime(clock())), secondFactor: '3' }
    await insertMissing(tx, 'password_strategy', [{ ...strategy, id: seedId('password_strategy', PLATFORM_TENANT) }])
    return told(made, password)
  })
}
