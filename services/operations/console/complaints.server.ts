import { inspect } from 'node:util'
import { scrub } from '../scrub.ts'

/** For how long an error that was told is not told again, ms. */
const QUIET_MS = 60_000
/** Errors that are remembered at most. */
const MOST = 500
/** What of an error is the same whenever it happens: its words, without ids, numbers and times, and where it was thrown. */
const sameness = (e: unknown): string => {
  const [first = '', second = ''] = (e instanceof Error ? (e.stack ?? e.message) : inspect(e)).split('\n')
  return `${first} ${second}`.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d+/g, '#')
}

/**
 * Errors on the console, where secrets and numbers of persons have no place either: a driver's error quotes the row. Where a machine starves or a disk is full every look
 * of every worker ends alike, a hundred lines a minute that bury whatever else happens: the same error of one place is told once a minute, with the number of times.
 * A call keeps its id, with the error's first line.
 * @param write takes what is told
 * @param now running time, ms
 */
export function openComplaints(write: (...parts: string[]) => void, time: () => string, now: () => number = () => performance.now()) {
  const told = new Map<string, { at: number; more: number }>()
  return (e: unknown, where: string): void => {
    const isCall = /^[0-9a-f]{8}-/.test(where)
    const key = `${isCall ? 'call' : where} ${sameness(e)}`
    const before = told.get(key)
    if (before && now() - before.at < QUIET_MS) {
      before.more += 1
      if (isCall) write(time(), where, scrub(inspect(e).split('\n')[0]!))
      return
    }
    told.delete(key)
    if (told.size >= MOST) told.delete(told.keys().next().value!)
    told.set(key, { at: now(), more: 0 })
    write(time(), where, scrub(inspect(e)), ...(before?.more ? [`(${before.more} more of it in the meantime)`] : []))
  }
}
