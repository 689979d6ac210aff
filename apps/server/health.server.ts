import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { clock, localTime } from '../../kit/server/clock.server.ts'
import { PARCEL_ZOOM, tileEnvelope } from '../../land/map/tiles/mvt.ts'
import { renderPdf } from '../../land/paper/documents/documents.server.ts'
import { tokenHash } from '../../platform/credentials/secrets.server.ts'
import { openSession } from '../../platform/session/open.server.ts'
import { whoOf } from '../../platform/session/session.server.ts'
import { BREAKS, verifyAudit } from '../../runtime/audit-verify.server.ts'
import { signHeadWith } from '../../runtime/audit-signature.server.ts'
import { openSealer } from '../../runtime/seal.server.ts'
import { COUNTED } from '../../services/backup/backup.ts'
import { rowsCounted } from '../../services/backup/database.server.ts'
import { backupProblems } from '../../services/backup/problems.ts'
import type { Restored } from '../../services/backup/restore.server.ts'
import { witnessesOf } from '../../services/operations/checkpoints.server.ts'
import { timestampOf } from '../../services/typeset/pdf.server.ts'
import { closeWorks } from '../../land/register/content/worked.server.ts'
import { closeRenderer } from '../../services/typeset/typeset.server.ts'
import { build, type Application } from './app.server.ts'
import { ROOT, type Config } from './config.server.ts'
import { openConfigured } from './database.server.ts'
import { contextFor } from '../../runtime/jobs.server.ts'

/** Names of the migrations of this version. */
export const migrationNames = (): string[] =>
  readdirSync(join(ROOT, 'db/migrations'))
    .filter((f) => /^\d{4}_[\w-]+\.sql$/.test(f))
    .toSorted()

const ill = (what: string, said: string) => backupProblems.notHealthy({ what, said })

/**
 * Looks whether a restored state is whole, beside the one that people use: as many rows as the backup says, migrations, the files that rows name, the chain of
 * the audit, a session, a tile of the map, a document. Answers what it saw, a line each. @throws notHealthy with what is wrong
 */
export async function checkRestored(config: Config, r: Restored): Promise<string[]> {
  const place = { dataDir: r.dataDir, databaseUrl: r.url, demo: false, migrationCopy: false, sm2KeyFile: '' }
  const own: Config = { ...config, ...place, site: { ...config.site, sealKeyFile: '', auditHeadsCopy: '' } }
  const db = await openConfigured(own)
  const said: string[] = []
  const counted = async (at: string) => {
    const now = await rowsCounted(db.pool)
    // the start that brings the schema up to date writes to the platform's tables
    for (const t of COUNTED)
      if (at === 'rows' ? now[t] !== r.manifest.counts[t] : now[t] < r.manifest.counts[t]) throw ill(`${at} ${t}`, `${r.manifest.counts[t]} → ${now[t]}`)
    return now
  }
  let a: Application
  try {
    const counts = await counted('rows')
    said.push(`rows: ${COUNTED.map((t) => `${t} ${counts[t]}`).join(', ')}`)
    a = await build(own, db)
  } catch (e) {
    await db.close()
    throw e
  }
  try {
    await counted('migrated')
    said.push(`migrations: from ${r.manifest.migration} to ${migrationNames().at(-1)}`)
    said.push(await files(a, r))
    const sign = signHeadWith(openSealer(r.dataDir))
    const chain = await verifyAudit(db.owner, await witnessesOf({ dataDir: r.dataDir, copy: '', sign }))
    if (chain.broken) throw ill('audit', `${chain.broken.tenantId} ${chain.broken.chainSeq}: ${BREAKS[chain.broken.why].zh}`)
    said.push(`audit: the chain holds, ${chain.rows} rows, ${chain.waiting} not chained yet`)
    said.push(await pages(a))
    said.push(await pdf())
  } finally {
    await a.close()
    await Promise.all([closeRenderer(), closeWorks()])
  }
  return said
}

/** Every stored file is the one its row describes. One that was missing in the backup's own moment is told as a number. */
async function files(a: Application, r: Restored): Promise<string> {
  if (!r.manifest.withFiles) return 'files: they lie in a bucket and are not in the backup'
  const byName = new Map([...r.sums].map(([path, sha]) => [path.slice(path.lastIndexOf('/') + 1), sha]))
  const { rows } = await a.db.pool.query(`select "ossName", sha256 from attach where "ossName" is not null`)
  let missing = 0
  for (const { ossName, sha256 } of rows) {
    const found = byName.get(ossName)
    if (!found) missing += 1
    else if (sha256 && found !== sha256) throw ill('files', `${ossName}: ${sha256} → ${found}`)
  }
  return `files: ${rows.length - missing} are what their rows say, ${missing} were not there when the backup was made`
}

/** A session of an administrator, what it is told of itself, and a tile where a parcel lies. The session is gone afterwards. */
async function pages(a: Application): Promise<string> {
  const { rows: found } = await a.db.pool.query(
    `select u.id::text as id, u.account, s."mustModify" as first from sys_user u join user_secret s on s."userId" = u.id where u."tenantId" = '000000' and u.status = 1 order by (u.account = 'admin') desc, u.id limit 1`,
  )
  if (!found[0]) return 'sign-in: there is no account yet'
  const who = await whoOf(a.db, '000000', found[0].account)
  const token = await a.db.transaction({ tenantId: '000000', system: true }, async (tx) => {
    const ctx = contextFor(tx, who, clock, 'health', async () => '0')
    // through the product's own client, as the browser
    const headers = { authorization: `Basic ${Buffer.from('chengbao:').toString('base64')}` }
    const { body } = await openSession(ctx, { headers, params: {}, cookies: {} }, found[0].id, {})
    return (body as { access_token: string }).access_token
  })
  try {
    const ask = async (url: string) => {
      const answer = await a.app.inject({ method: 'GET', url: `/api${url}`, headers: { 'cpt-auth': `bearer ${token}` } })
      if (answer.statusCode !== 200) throw ill(url, `${answer.statusCode} ${answer.body.slice(0, 200)}`)
      return answer.rawPayload
    }
    await ask('/cpt-auth/oauth/user-info')
    // who has to choose a password first is shown nothing else
    if (found[0].first === 1) return `sign-in: ${found[0].account} is let in and has to choose a password; map: not asked for`
    const { rows: at } = await a.db.pool.query('select ST_X(ST_Centroid(geom)) as x, ST_Y(ST_Centroid(geom)) as y from dk where geom is not null limit 1')
    const zoom = PARCEL_ZOOM + 3
    const side = 360 / 2 ** zoom
    const [x, y] = at[0] ? [Math.floor((at[0].x + 180) / side), Math.floor((90 - at[0].y) / side)] : [0, 0]
    const tile = await ask(`/map/dk/tile/${zoom}/${x}/${y}`)
    if (at[0] && tile.length === 0) throw ill('tile', tileEnvelope(zoom, x, y).join(' '))
    return `sign-in: ${found[0].account} is let in; map: a tile of ${tile.length} bytes`
  } finally {
    await a.db.pool.query('delete from session where "accessHash" = $1', [tokenHash(token)])
  }
}

async function pdf(): Promise<string> {
  const made = await renderPdf('watermark', { title: '恢复检查', docId: '', lines: ['恢复检查'] }, { timestamp: timestampOf(localTime(clock())) })
  if (!made.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw ill('document', '')
  return `documents: a PDF of ${made.length} bytes`
}
