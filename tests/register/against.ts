// Model against writer: random entries go to both, and whatever they do differently is told.
import { Problem } from '../../kit/model/problem.ts'
import type { Act, Cause, Entry } from '../../land/register/acts/acts.ts'
import { compare, compareMore, SAME_REFUSAL, type Source, translated } from './compare.ts'
import { nextStep, start, take, TODAY } from './generate.ts'
import { makerOf } from './making.ts'
import { apply } from './model.ts'
import { touchedBetween } from './snapshot.ts'
import { empty, isRefused, type State } from './state.ts'

/** The side that is compared with the model: a database, and how an entry and an undo are written to it at a moment on a day. */
export interface Side {
  db: Source
  countyCode: string
  /** Writes in one transaction; `keep` false: takes it back in the end. Throws problems. */
  write(entry: Entry, at: Date, today: string, keep: boolean): Promise<unknown>
  /** Takes `cause` back, as the cause `by`. */
  undo?(cause: Cause, by: Cause, at: Date, today: string): Promise<unknown>
}
export interface Options {
  seed: number
  entries: number
  /** kinds of entries that are left out, by their names of generate.ts */
  skip?: readonly string[]
  form?: 'rectangles' | 'beliefs'
  /** columns (`table.column`) that are not compared */
  ignore?: readonly string[]
  /** the start puts what happens to a new certificate into entries of their own */
  certificatesApart?: boolean
  /** whole tables are compared after so many entries, and at the end */
  every?: number
  /** ends with the first difference */
  stop?: boolean
}
export interface Told {
  /** what both did differently, at most once for each kind of entry */
  differ: string[]
  /** refusals of the writer under another key than the model's (SAME_REFUSAL) */
  keys: string[]
  written: number
  /** entries tried, lawful or not */
  tried: number
}

/** Runs a start of three villages and so many random entries on both sides; objects that differ once are left out from then on. */
export async function against(side: Side, o: Options): Promise<Told> {
  let tick = Date.UTC(2026, 1, 1)
  let state: State = empty(TODAY)
  const moments: number[] = []
  const told = new Map<string, string>()
  const keys = new Set<string>()
  const apart = new Set<string>()
  let said = ''
  const tell = (kind: string, what: string) => told.has(kind) || told.set(kind, what)
  const other = async (entry: Entry, today: string, keep: boolean, undone?: Cause): Promise<string> => {
    tick += 10
    try {
      if (undone) await side.undo!(undone, entry.cause, new Date(tick), today)
      else await side.write(await translated(side.db, side.countyCode, state, entry), new Date(tick), today, keep)
      return 'written'
    } catch (e) {
      said = e instanceof Problem ? e.say('en') : ''
      if (e instanceof Problem) return e.key
      throw new Error(`${entry.unit} ${JSON.stringify(entry.acts).slice(0, 400)}`, { cause: e })
    }
  }
  const same = async (name: string, only?: ReadonlySet<string>, cause?: string) => {
    const found = await compare(side.db, side.countyCode, state, moments, 0, { form: o.form ?? 'rectangles', only, cause, except: apart, ignore: o.ignore })
    if (found.length > 0) tell(name, found.slice(0, 2).join('\n'))
    return found.length === 0
  }
  const isLater = (a: Act) => a.act === 'certificate' && a.event !== 'new'
  const entries = start().entries.flatMap((e) =>
    o.certificatesApart
      ? [
          { ...e, acts: e.acts.filter((a) => !isLater(a)) },
          { ...e, unit: `${e.unit} certificates`, acts: e.acts.filter(isLater) },
        ]
      : [e],
  )
  for (const entry of entries) {
    const r = await other(entry, TODAY, true)
    if (r !== 'written') return { differ: [`start: ${r}`], keys: [], written: 0, tried: 0 }
    moments.push(tick * 1000)
    const next = apply(state, entry)
    if (isRefused(next)) throw new Error(next.refused)
    state = next
  }
  await same('start')
  const m = makerOf(o.seed, state, o.skip)
  let [written, tried] = [0, 0]
  for (let i = 1; i <= o.entries && !(o.stop && told.size + keys.size > 0); i++) {
    tried = i
    const step = nextStep(m, state)
    const after = take(m, state, step)
    const ours = isRefused(after) ? after.refused : 'written'
    const theirs = await other(step.entry, step.today, !isRefused(after), step.undo)
    const kind = step.undo ? `undo of ${step.undo.kind}` : step.name.replace(/^again .*/, 'again')
    if ((ours === 'written') !== (theirs === 'written')) {
      tell(
        kind,
        `model ${ours}${isRefused(after) ? ` ${after.about}` : ''}, writer ${theirs} ${said}: ${step.undo ? step.name : JSON.stringify(step.entry.acts).slice(0, 600)}`,
      )
      // an undo cannot be tried and taken back, nor a lawful entry be written that is refused: both go on as before
      if (theirs === 'written' && step.undo) break
      if (ours === 'written' && !step.undo) m.written.pop()
      if (step.undo) delete m.again
      continue
    }
    if (isRefused(after)) {
      if (!(SAME_REFUSAL[ours] ?? [ours]).includes(theirs)) keys.add(`${ours} = ${theirs}`)
      continue
    }
    written++
    if (after.moment > state.moment) moments.push(tick * 1000)
    const only = touchedBetween(state, after)
    state = after
    if (!(await same(kind, only, step.entry.cause.id))) for (const k of only) apart.add(k)
    if (apart.size === 0 && (i === o.entries || (o.every && i % o.every === 0))) {
      await same('whole tables')
      for (const d of await compareMore(side.db, side.countyCode, state)) tell(`whole ${d.split(' ')[0]}`, d)
    }
  }
  return { differ: [...told].map(([k, v]) => `${k}: ${v}`), keys: [...keys], written, tried }
}
