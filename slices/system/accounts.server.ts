import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { localTime } from '../../kit/server/clock.server.ts'
import type { DatabaseHandle } from '../../kit/server/db.server.ts'
import { keptFile } from '../../kit/server/keep-file.server.ts'
import { passwordWrong } from '../session/password.ts'
import { hashPassword } from '../session/secrets.server.ts'
import { baseOf, deptId, insertMissing, PLATFORM_TENANT, SECOND_TENANT } from './seed/seed.server.ts'
import { seedId } from './seed/seed-id.ts'

/** A demonstration account; `password` is what it was made with and may have been changed since. */
export interface DemoAccount {
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
  { tenantId: PLATFORM_TENANT, account: 'village', realName: '村级经办', role: 'village', dept: 'village' },
  { tenantId: PLATFORM_TENANT, account: 'sign', realName: '签约员', role: 'sign', dept: 'village' },
  { tenantId: PLATFORM_TENANT, account: 'large', realName: '大屏', role: 'large', dept: 'county' },
  { tenantId: PLATFORM_TENANT, account: 'audit', realName: '审计员', role: 'audit', dept: 'county' },
  { tenantId: SECOND_TENANT, account: 'admin', realName: '管理员', role: 'admin', dept: 'county' },
] as const

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

/** The password kept at an earlier start, or a new random one, kept at once: before the accounts exist, so that it cannot be lost. */
async function keptPassword(dataDir: string): Promise<string> {
  const text = await keptFile(join(dataDir, 'demo-accounts.txt'), () => {
    const password = randomPassword()
    const lines = ACCOUNTS.map((a) => `${a.tenantId}\t${a.account}\t${password}\t${a.realName}`)
    return `tenant\taccount\tpassword\tname\n${lines.join('\n')}\n`
  })
  return text.split('\n')[1]!.split('\t')[2]!
}

/**
 * Makes the demonstration accounts that are missing; existing ones keep their passwords. Needs seedPlatform first.
 * @param o.password for all of them; without one a random password is kept in `<dataDir>/demo-accounts.txt` (mode 0600).
 * @returns every demonstration account, and in `made` the names ('tenant/account') of those made now. Source: decisions.md (two commands).
 */
export async function seedDemoAccounts(db: DatabaseHandle, o: { password?: string; dataDir: string }): Promise<{ accounts: DemoAccount[]; made: string[] }> {
  const password = o.password || (await keptPassword(o.dataDir))
  const now = localTime(new Date())
  const made = await db.transaction({ tenantId: PLATFORM_TENANT, system: true }, async (tx) => {
    const roles = await tx.selectFrom('sys_role').select(['id', 'tenantId', 'roleAlias']).execute()
    const ids = await insertMissing(
      tx,
      'sys_user',
      ACCOUNTS.map((a) => ({
        ...baseOf(a.tenantId, now),
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
    const fresh = ACCOUNTS.filter((a) => ids.has(seedId('sys_user', a.tenantId, a.account)))
    const secrets = await Promise.all(
      fresh.map(async (a) => ({
        userId: seedId('sys_user', a.tenantId, a.account),
        tenantId: a.tenantId,
        hash: await hashPassword(password),
        setTime: now,
        mustModify: 0,
        history: [],
        failures: 0,
      })),
    )
    await insertMissing(tx, 'user_secret', secrets)
    return fresh.map((a) => `${a.tenantId}/${a.account}`)
  })
  return { accounts: ACCOUNTS.map(({ dept: _, ...a }) => ({ ...a, password })), made }
}
