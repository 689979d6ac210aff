import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problems } from '../../kit/model/problem.ts'
import { clock, localTime } from '../../kit/server/clock.server.ts'
import type { DatabaseHandle } from '../../kit/server/db.server.ts'
import { openJobs } from '../../runtime/job-queue.server.ts'
import type { Jobs } from '../../runtime/jobs.server.ts'
import type { Worker } from '../../runtime/jobs-loop.server.ts'
import { openMaintenance, type Maintenance } from '../../runtime/maintenance.server.ts'
import { migrate, type FormerMigration } from '../../runtime/migrate.server.ts'
import { bytesSent, mount } from '../../kit/server/mount.server.ts'
import { methodsOf } from '../../kit/server/refusal.server.ts'
import { noted } from '../../runtime/noted.server.ts'
import { openIdempotency } from '../../runtime/idempotency.server.ts'
import { openOutbox, type Outbox } from '../../runtime/outbox.server.ts'
import type { Route, Slice } from '../../kit/server/route.server.ts'
import { beginSigning } from '../../runtime/audit-signature.server.ts'
import { openSeenInFull, type SeenInFull } from '../../runtime/seen-in-full.server.ts'
import { openClockWatch } from '../../runtime/clock-watch.server.ts'
import { inTurns } from '../../runtime/turns.server.ts'
import { openSequencer } from '../../runtime/sequencer.server.ts'
import { timeStatements } from '../../runtime/trace.server.ts'
import { withLinks } from '../../services/files/link.server.ts'
import { clamd } from '../../services/files/intake/scan.server.ts'
import { bucketStorage } from '../../services/files/storage/buckets.server.ts'
import { folderStorage, type Storage } from '../../services/files/storage/storage.server.ts'
import { loadSm2Keys, type Sm2Keys } from '../../platform/credentials/secrets.server.ts'
import { importDemo } from '../../packages/hjb/demo.server.ts'
import { openComplaints } from '../../services/operations/console/complaints.server.ts'
import { openLogbook, type Logbook } from '../../services/operations/logbook.server.ts'
import { tellOfJob } from '../../services/inbox/jobs.server.ts'
import { openProblems, signerOf } from '../../outside/open/open.server.ts'
import { remoteProblems } from '../../signing/contract/remote-problems.ts'
import { isReport, REPORT_PATH } from '../../signing/remote/outside.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import { keepTokens } from '../../platform/session/cookies.server.ts'
import { watchWire } from '../../platform/session/wire.server.ts'
import { whoIs, whoOf } from '../../platform/session/session.server.ts'
import { seedPlatform } from '../../platform/seed/seed.server.ts'
import former from '../../db/former-migrations.json' with { type: 'json' }
import { ANSWERS } from './answers/answers.server.ts'
import { textsIn } from './answer-schemas.server.ts'
import { backupPlace, drillOf } from './backup-place.server.ts'
import { openEyes } from './eyes.server.ts'
import { copyBefore } from './before-migrations.server.ts'
import { compressAnswers } from './compress.server.ts'
import { openCallLines } from './call-lines.server.ts'
import { compose } from './compose.server.ts'
import { ROOT, type Config } from './config.server.ts'
import { gateOfLargeBodies } from './large-bodies.server.ts'
import { limitCalls } from './limits.server.ts'
import { openPolicy } from './page-policy.server.ts'
import { signedFirst } from './signed-first.server.ts'
import { safeHeaders } from './safe-headers.server.ts'
import { serveWeb } from './web.server.ts'
import { contextFor } from '../../runtime/jobs.server.ts'

/** The browser's client is public by nature: this pair keeps strangers' scripts apart, it protects nothing. */
const WEB_CLIENT_SECRET = 'chengbao_secret'

export interface Application {
  app: FastifyInstance
  db: DatabaseHandle
  jobs: Jobs
  outbox: Outbox
  maintenance: Maintenance
  /** calls and errors on their way into the logs */
  logbook: Logbook
  /** personal data that was seen, on its way into the audit */
  inFull: SeenInFull
  /** tells open pages what stands for their people */
  live: Worker
  /** everything that goes on beside requests: jobs, outbox, audit sequencer, routines. `close` stops it. */
  workers: Worker
  storage: Storage
  routes: readonly Route[]
  slices: readonly Slice[]
  close(): Promise<void>
}

const complain = openComplaints(
  (...parts) => console.error(...parts),
  () => localTime(clock()),
)

/** Faults go to the console and into the log that people read. */
const faultsInto = (logbook: Logbook) => (e: unknown, id: string) => {
  complain(e, id)
  logbook.fault(e, id)
}

/** Imports the bundled village, or another package of its county, through the ordinary import, as the administrator, once. The queue must be running. */
export async function importDemonstration(a: Application, { dataDir }: Pick<Config, 'dataDir'>, file = join(ROOT, 'demo/512021-2016.zip')): Promise<void> {
  const who = await whoOf(a.db, '000000', 'admin')
  await importDemo(
    {
      who,
      dataDir,
      idle: () => a.jobs.idle(),
      as: (person, work) => a.db.transaction({ tenantId: person.tenantId }, (tx) => work(contextFor(tx, person, clock, 'demo', a.jobs.enqueue))),
    },
    { file, regionCode: '512021', name: '安岳县汇交成果（示范村）', year: 2016 },
  )
}

/** Names the tenant in every read policy where that costs no plan, after a restore too; says so where the role of the settings may not. docs/adr/0010. */
async function closeReads(db: DatabaseHandle): Promise<void> {
  const { rows } = await db.pool.query('select close_reads() as closed')
  if (!rows[0]?.closed)
    console.error('warning: the database role may not mark functions leak-proof; reads of the register rest on the query scope alone (db/open-read.md)')
}

/** Puts around the routes what is no route: room, cookies, limits, what monitors ask, the web application, encryption, what looks at every call. */
async function dress(
  app: FastifyInstance,
  o: {
    config: Config
    db: DatabaseHandle
    keys: Sm2Keys
    sealer: Sealer
    routes: readonly Route[]
    now: () => Date
    beforeReady: readonly ((app: FastifyInstance) => void)[]
  },
): Promise<void> {
  const { config, db, keys, sealer, routes, now } = o
  // before a file comes in that takes more of the room
  app.addHook('onRequest', (request, _reply, done) => done(request.method === 'POST' && !db.hasRoom() ? problems.full() : undefined))
  keepTokens(app, { publicUrl: config.publicUrl })
  const sent = (r: FastifyRequest) => ({ headers: r.headers as Record<string, string | undefined>, raw: bytesSent.get(r) })
  const signer = (r: FastifyRequest) => signerOf(db, sealer, localTime(now()), { path: r.routeOptions.url ?? '', ...sent(r) })
  // before calls are counted by what they are answered
  signedFirst(app, (r) => {
    if ((r.routeOptions.config as Pick<Route, 'rate'>).rate === 'partners')
      return { isSigned: async () => (await signer(r)) !== undefined, refused: openProblems.signature }
    const service = r.routeOptions.url === `/api${REPORT_PATH}` ? config.signProvider : undefined
    return service && { isSigned: () => isReport(service, sent(r), now().getTime()), refused: remoteProblems.reportSign }
  })
  if (config.limits) await limitCalls(app, config.limits, { db, now, signerOf: signer })
  openEyes(app, db, config.metricsToken)
  serveWeb(app, join(ROOT, 'dist/web'), methodsOf(routes), openPolicy(db, config.baseMap.url))
  if (config.encryption) watchWire(app, { keys, db, now })
  for (const watch of o.beforeReady) watch(app)
}

/** Builds the application on an open database: schema, platform rows, routes, jobs. Listening is the caller's. */
export async function build(config: Config, db: DatabaseHandle, now: () => Date = clock): Promise<Application> {
  const keys = await loadSm2Keys(config.dataDir, config.sm2KeyFile)
  timeStatements(db.pool)
  await migrate(db.pool, join(ROOT, 'db/migrations'), former as FormerMigration[], copyBefore(config, db))
  await closeReads(db)
  await seedPlatform(db, { clientSecret: WEB_CLIENT_SECRET, demo: config.demo })
  const storage = config.s3 ? await bucketStorage(config.s3) : folderStorage(join(config.dataDir, 'files'))
  const scan = config.scanner && clamd(config.scanner, (e) => complain(e, 'virus scanner'))
  const parts = compose({
    session: { keys, captcha: config.captcha, publicUrl: config.publicUrl },
    storage,
    signProvider: config.signProvider,
    now,
    described: config.described,
    db,
    log: (e) => complain(e, 'object storage'),
    dataDir: config.dataDir,
    baseMap: config.baseMap,
    site: config.site,
    shell: config.shell,
    checkPages: config.pageCheck,
    timeStampUrl: config.timeStampUrl,
    office: config.office,
    ocr: config.ocr,
    scan,
    alerts: config.alerts,
    backup: {
      place: backupPlace(config),
      isScheduled: config.backup.scheduled,
      drill: drillOf(config, db.engine === 'server' ? String(db.pool.options.connectionString) : ''),
    },
  })
  const logbook = openLogbook(db, (e) => complain(e, 'logbook'), now)
  const log = faultsInto(logbook)
  const inFull = openSeenInFull(db, complain, now)
  const jobs = openJobs(db, parts.jobs, log, now, tellOfJob)
  const means = { enqueue: jobs.enqueue, log, now }
  const outbox = openOutbox(db, parts.handlers, means)
  const maintenance = openMaintenance(db, parts.routines, means)
  await beginSigning(db, config.dataDir, parts.signHead)
  await parts.buckets!.refresh()
  const live = parts.live.worker(db, (e) => complain(e, 'live'), now)
  const beside: readonly Worker[] = [
    parts.buckets!,
    jobs,
    outbox,
    maintenance,
    openSequencer(db, log, now, parts.signHead),
    openClockWatch(db, complain, now),
    inFull.worker,
    logbook.worker,
    live,
  ]
  const workers: Worker = { start: () => beside.forEach((w) => w.start()), stop: async () => void (await Promise.all(beside.map((w) => w.stop()))) }
  const { routes } = parts
  const [gate, door] = [gateOfLargeBodies(), inTurns(db, config.shedAfterMs)]
  const lines = openCallLines(config.callLog ? (line) => console.log(line) : undefined, now)
  const app = await mount(routes, {
    db: door,
    headers: await safeHeaders(),
    whoIs: withLinks(whoIs(db, now), { sealer: parts.sealer, now, db, person: (tenantId, account) => whoOf(db, tenantId, account) }),
    seen(request, who) {
      logbook.seen(request, who)
      lines.seen(request, who)
    },
    seenInFull: inFull.put,
    now,
    log,
    enqueue: jobs.enqueue,
    ended: noted,
    gate: gate.read,
    shedAfterMs: config.shedAfterMs,
    texts: (r) => textsIn(r.answer ?? ANSWERS[`${r.method} ${r.path}`]),
    tempDir: join(config.dataDir, 'tmp'),
    ...(scan ? { scan } : {}),
    trustedProxies: config.trustedProxies,
    once: openIdempotency(parts.sealer),
  })
  await dress(app, { config, db: door, keys, sealer: parts.sealer, routes, now, beforeReady: [compressAnswers, logbook.watch, gate.watch, lines.watch] })
  await app.ready()
  return {
    app,
    db,
    jobs,
    outbox,
    maintenance,
    logbook,
    inFull,
    live,
    workers,
    storage,
    routes,
    slices: parts.slices,
    async close() {
      await app.close()
      await workers.stop()
      await db.close()
    },
  }
}
