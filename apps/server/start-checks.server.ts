import { isAbsolute, relative, resolve } from 'node:path'
import type { DatabaseHandle } from '../../kit/server/db.server.ts'
import { isSetUp } from '../../services/pades/authority.server.ts'
import type { Config } from './config.server.ts'

/** What an installation is told at its start in production: a fault ends the start, a warning does not. */
export interface StartFinding {
  /** the setting that mends it */
  setting: string
  fault: boolean
  zh: string
  en: string
}
/** What the database says of the account that the settings name. */
export interface Account {
  superuser: boolean
  /** whether the settings hold a password for it */
  password: boolean
}

/** Whether a key's file lies in the data folder, and so in every copy that is made of the data; an unnamed one does. */
function isWithData(config: Config, file: string): boolean {
  if (file === '') return true
  const way = relative(config.dataDir, resolve(file))
  return !way.startsWith('..') && !isAbsolute(way)
}

/** What is weak in the settings of a production installation, faults first; `hasAuthority`: somebody set up who issues the certificates of signatures. Source: security.md K28, K42, K47, D10. */
export function weaknesses(config: Config, account: Account | undefined, hasAuthority = true): StartFinding[] {
  const all: (StartFinding | false | undefined)[] = [
    account?.superuser &&
      !account.password && {
        setting: 'DATABASE_URL',
        fault: true,
        zh: '数据库账号是超级用户且没有密码，请使用专用账号并设置密码',
        en: 'the database account is a superuser without a password: use an account of its own with a password',
      },
    !config.limits && {
      setting: 'RATE_LIMITS',
      fault: true,
      zh: '请求频率限制已关闭，生产环境必须开启',
      en: 'rate limits are off: in production they must be on',
    },
    account?.superuser &&
      account.password && {
        setting: 'DATABASE_URL',
        fault: false,
        zh: '数据库账号是超级用户，建议使用权限更小的专用账号',
        en: 'the database account is a superuser: use an account with fewer privileges',
      },
    isWithData(config, config.site.sealKeyFile) && {
      setting: 'SEAL_KEY_FILE',
      fault: false,
      zh: '主密钥与数据在同一目录，备份或复制数据目录的人即可解密',
      en: 'the master key lies in the data folder: whoever copies the folder can decrypt what it protects',
    },
    isWithData(config, config.sm2KeyFile) && {
      setting: 'SM2_KEY_FILE',
      fault: false,
      zh: '口令加密私钥（SM2）与数据在同一目录',
      en: 'the private key (SM2) that decrypts passwords lies in the data folder',
    },
    !config.publicUrl.startsWith('https://') && {
      setting: 'PUBLIC_URL',
      fault: false,
      zh: '站点地址不是https，数据和令牌可能在网络上明文传输，请通过TLS代理访问',
      en: 'the address of the site is not https: data and tokens may cross the network unencrypted; put a TLS proxy in front of it',
    },
    !hasAuthority &&
      !config.signProvider && {
        setting: 'DATA_DIR/signing/authority.pem',
        fault: false,
        zh: '未设置签名证书机构，电子签名将由自动生成的开发用根证书签发；请在首次签署前运行 apps/server/sign-authority.server.ts',
        en: 'no authority for signatures is set up: a development one would issue their certificates; run apps/server/sign-authority.server.ts before anything is signed',
      },
    !config.scanner && {
      setting: 'CLAMD',
      fault: false,
      zh: '未配置病毒扫描服务，上传的文件不会被扫描',
      en: 'no virus scanner is set: uploaded files are not scanned',
    },
  ]
  return all.filter((f) => !!f)
}

async function accountOf(config: Config, db: DatabaseHandle): Promise<Account | undefined> {
  if (!config.databaseUrl) return undefined
  const { rows } = await db.pool.query('select rolsuper from pg_roles where rolname = session_user')
  return { superuser: rows[0]?.rolsuper === true, password: /\/\/[^/@]*:[^/@]+@|[?&]password=[^&]/.test(config.databaseUrl) || !!process.env.PGPASSWORD }
}

/** Looks at a production installation before it changes anything. @throws an error that names every fault; warnings go to `say` */
export async function checkStart(config: Config, db: DatabaseHandle, say: (line: string) => void = (line) => console.error(line)): Promise<void> {
  if (!config.production) return
  const found = weaknesses(config, await accountOf(config, db), await isSetUp(config.dataDir))
  const told = (f: StartFinding) => `${f.setting}: ${f.zh} / ${f.en}`
  for (const f of found) if (!f.fault) say(`warning: ${told(f)}`)
  const faults = found.filter((f) => f.fault)
  if (faults.length) throw new Error(`production does not start like this:\n${faults.map(told).join('\n')}`)
}
