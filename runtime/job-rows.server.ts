import { sql } from 'kysely'
import type { Lang } from '../kit/model/lang.ts'
import { localTime } from '../kit/server/clock.server.ts'
import type { Ctx, Who } from '../kit/server/ctx.server.ts'
import type { DatabaseHandle, Tx } from '../kit/server/db.server.ts'
import { endWords } from './jobs.server.ts'
import { messageJson } from './said.ts'
import { asSystem } from './system.server.ts'
import { traceNow } from './trace.server.ts'

/** a running job whose heartbeat is older than this belonged to a server that died */
const DEAD_SECONDS = 30
/** a job that this many servers died under is set aside, whatever its kind says about failures: it may be the cause */
const DEATHS = 2

/** Says in the payload of a job that it was queued as a long one. */
export const LONG = 'isLong'
/** Whoever asked for a job, as its row keeps it. */
export type FrozenOwner = Omit<Who, 'perms'> & { perms: string[]; lang?: Lang }
/** A job that this server runs, as its row has it. */
export interface TakenJob {
  id: string
  kind: string
  who: FrozenOwner
  payload: Record<string, unknown>
  attempts: number
  maxAttempts: number
  /** of the call that asked for it */
  trace?: string | null
}
/** A job under which the last server that is allowed to die died. */
export type DeadlyJob = Pick<TakenJob, 'id' | 'kind' | 'who' | 'payload'> & { startTime: string }

/** A new job to be stored. */
export interface NewJob {
  kind: string
  title: string
  regionCode: string | null
  payload: Record<string, unknown>
  /** whether it is queued as a long one */
  isMarked: boolean
  maxAttempts: number
}

const freeze = ({ who, lang }: Ctx): string => JSON.stringify({ ...who, perms: [...who.perms], lang })
/** The person and the language of a stored job. */
export const thaw = ({ lang, ...v }: FrozenOwner): { who: Who; lang: Lang } => ({ who: { ...v, perms: new Set(v.perms) }, lang: lang ?? 'zh' })

/** What is done with the end of a job, in its transaction. */
type Then = (tx: Tx) => Promise<void>
/** What a runner writes of a job that it runs: heartbeats, and how it ended. */
function reportsOf(system: ReturnType<typeof asSystem>, runner: string, instant: () => string, now: () => Date) {
  const own = (tx: Tx, id: string, set: Record<string, unknown>) =>
    tx.updateTable('job').set(set).where('id', '=', id).where('runner', '=', runner).returning('id').executeTakeFirst()
  const change = async (id: string, set: Record<string, unknown>, then?: Then): Promise<void> => {
    await system(async (tx) => (await own(tx, id, set)) && then?.(tx))
  }
  const doneWith = (result: Record<string, unknown>) => ({ endTime: instant(), status: 'done', percent: 100, result: JSON.stringify(result) })

  return {
    /** Ends a job with its result in a transaction of its own. */
    finish: (id: string, result: Record<string, unknown>, then?: Then) => change(id, doneWith(result), then),
    /** Ends a job with its result in the transaction of its work; false when another server took the job over. */
    async finishWithin(ctx: Ctx, id: string, result: Record<string, unknown>, then?: Then): Promise<boolean> {
      const isOwn = !!(await own(ctx.db, id, doneWith(result)))
      if (isOwn) await then?.(ctx.db)
      return isOwn
    },
    /** Ends a job without its result. */
    end: (id: string, status: 'cancelled' | 'failed', message: string, then?: Then) => change(id, { endTime: instant(), status, message }, then),
    /** Gives a job back to the queue, to be taken at once or after so many milliseconds. */
    requeue: (id: string, delay?: number) =>
      change(id, { status: 'queued', runner: null, ...(delay === undefined ? {} : { runAfter: localTime(new Date(now().getTime() + delay)) }) }),
    /** Writes a heartbeat with what there is to report; answers whether somebody asked to cancel, undefined when the job is not this runner's any more. */
    beat: (id: string, set: Record<string, unknown>): Promise<{ cancelAsked: number } | undefined> =>
      system((tx) =>
        tx
          .updateTable('job')
          .set({ heartbeat: instant(), ...set })
          .where('id', '=', id)
          .where('runner', '=', runner)
          .where('status', '=', 'running')
          .returning(['cancelAsked'])
          .executeTakeFirst(),
      ),
  }
}

/**
 * The rows of the table `job` as one server, the `runner`, reads and writes them. Whatever ends or reports a job names the runner: a server that lost a
 * job to another changes nothing of it.
 */
export function jobRows(db: DatabaseHandle, runner: string, now: () => Date) {
  const system = asSystem(db)
  const instant = () => localTime(now())
  /** the embedded database has one server: what runs there when its queue begins was left by a dead one */
  let isAlone = db.engine === 'embedded'

  /** Stores a job in the caller's transaction; answers its id. */
  async function insert(ctx: Ctx, job: NewJob): Promise<string> {
    const id = ctx.newId()
    const { payload, isMarked, ...columns } = job
    await ctx.db
      .insertInto('job')
      .values({
        ...columns,
        id,
        tenantId: ctx.who.tenantId,
        status: 'queued',
        payload: JSON.stringify(isMarked ? { ...payload, [LONG]: true } : payload),
        runAfter: ctx.now,
        who: freeze(ctx),
        createUser: ctx.who.userId,
        createTime: ctx.now,
        trace: traceNow() ?? null,
      })
      .execute()
    return id
  }

  /** A running job whose heartbeat is before this moment has lost its server. */
  function deadBefore(): string {
    const dead = localTime(new Date(now().getTime() - (isAlone ? 0 : DEAD_SECONDS * 1000)))
    isAlone = false
    return dead
  }

  /** Jobs that took their server down for the last time they may. */
  const deadly = (dead: string): Promise<DeadlyJob[]> =>
    system(
      async (tx) =>
        (
          await sql<DeadlyJob>`select id, kind, payload, who, "startTime" from job where status = 'running' and runner <> ${runner}
            and heartbeat < ${dead}::timestamptz and deaths >= ${DEATHS - 1}::int order by id`.execute(tx)
        ).rows,
    )

  /** Takes the next job that is due or was left by a dead server, beside a long one no other long one: none of the kinds of `except`, none queued as long. Nobody else takes it. */
  const take = (dead: string, except: readonly string[] | undefined): Promise<TakenJob | undefined> =>
    system(async (tx) => {
      const { rows } =
        await sql<TakenJob>`update job set status = 'running', runner = ${runner}, attempts = attempts + 1, deaths = deaths + (status = 'running')::int, heartbeat = ${instant()}::timestamptz,
          "startTime" = coalesce("startTime", ${instant()}::timestamptz), message = ''
        where id = (select id from job where kind <> all(${except ?? []}::text[]) and (${!except}::bool or payload->>${LONG}::text is distinct from 'true') and ((status = 'queued' and "runAfter" <= ${instant()}::timestamptz)
            or (status = 'running' and runner <> ${runner} and heartbeat < ${dead}::timestamptz and deaths < ${DEATHS - 1}::int))
          order by "runAfter", id limit 1 for update skip locked) returning *`.execute(tx)
      return rows[0]
    })

  /** Ends a deadly job as failed, in the transaction of its owner; undefined when another server did so first. */
  const endDeadly = (ctx: Ctx, id: string, dead: string) =>
    ctx.db
      .updateTable('job')
      .set((eb) => ({ status: 'failed', message: messageJson(endWords.died), endTime: ctx.now, deaths: eb('deaths', '+', 1) }))
      .where('tenantId', '=', ctx.who.tenantId)
      .where('id', '=', id)
      .where('status', '=', 'running')
      .where('runner', '<>', runner)
      .where('heartbeat', '<', dead)
      .returning('id')
      .executeTakeFirst()

  return {
    insert,
    deadBefore,
    deadly,
    take,
    endDeadly,
    ...reportsOf(system, runner, instant, now),
    /** Whether anything is queued or running. */
    isBusy: async () => !!(await system((tx) => tx.selectFrom('job').select('id').where('status', 'in', ['queued', 'running']).limit(1).executeTakeFirst())),
  }
}
export type JobRows = ReturnType<typeof jobRows>
