import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { DatabaseHandle } from '../../kit/server/db.server.ts'
import { asSystem } from '../../runtime/system.server.ts'
import { keptFile } from '../../runtime/keep-file.server.ts'
import { openSealer } from '../../runtime/seal.server.ts'
import { loadSm2Keys } from '../../platform/credentials/secrets.server.ts'
import type { Config } from './config.server.ts'

/** What all servers of one database must have in common, and what is wrong where one has another. */
const COMMON: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  store: [
    'DATA_DIR：不是本数据库其他服务所用的数据目录，上传分片、导出和密钥会各存一份；请让所有服务共用同一目录（网络文件系统）',
    'DATA_DIR: not the folder that the other servers of this database use: pieces of uploads, exports and keys would be kept twice; let all servers share one folder (a network file system)',
  ],
  'master-key': [
    'SEAL_KEY_FILE：主密钥与本数据库其他服务的不同，已加密的内容将无法读取',
    'SEAL_KEY_FILE: another master key than the other servers of this database have: what they sealed could not be read',
  ],
  'password-key': [
    'SM2_KEY_FILE：口令私钥（SM2）与本数据库其他服务的不同，正确的密码会被当作错误密码',
    'SM2_KEY_FILE: another private key (SM2) than the other servers of this database have: right passwords would be taken for wrong ones',
  ],
}
const HOW = [
  '如确需改用本机的目录和密钥（迁移、更换密钥），先停止其他服务，再以 INSTALLATION=renew 启动一次',
  'if this folder and these keys are to be used from now on (a move, new keys): stop the other servers and start once with INSTALLATION=renew',
] as const

/**
 * Makes sure that this server keeps files and keys where the other servers of its database do. The first one says what that is; of the embedded database there is
 * one server. @throws an error that names every setting that differs, in both languages; nothing was written then
 */
export async function requireSharedStore(config: Pick<Config, 'dataDir' | 'site' | 'sm2KeyFile' | 'renewed'>, db: DatabaseHandle): Promise<void> {
  if (db.engine === 'embedded') return
  const own: Readonly<Record<string, string>> = {
    store: (await keptFile(join(config.dataDir, 'store-id'), randomUUID)).trim(),
    'master-key': openSealer(config.dataDir, config.site.sealKeyFile || undefined).sign('installation', 'installation'),
    'password-key': (await loadSm2Keys(config.dataDir, config.sm2KeyFile)).publicKey,
  }
  const values = Object.entries(own).map(([name, value]) => ({ name, value }))
  const differing = await asSystem(db)(async (tx) => {
    const insert = tx.insertInto('installation').values(values)
    await insert.onConflict((c) => (config.renewed ? c.column('name').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })) : c.doNothing())).execute()
    const kept = await tx.selectFrom('installation').select(['name', 'value']).execute()
    return kept.filter((k) => own[k.name as string] !== undefined && own[k.name as string] !== k.value).map((k) => COMMON[k.name as string]!)
  })
  if (differing.length === 0) return
  const lines = [...differing, HOW].map(([zh, en]) => `${zh} / ${en}`)
  throw new Error(`this server may not join the others:\n${lines.join('\n')}`)
}
