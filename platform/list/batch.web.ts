import { useState } from 'react'
import { api } from '../../kit/web/client.web.ts'
import type { Selection } from '../../kit/web/commands.web.tsx'
import type { BatchPreview, RowMark } from './batch.ts'

/** What was done last, as it can be taken back: rows with the revisions that it left, or the job that did it. */
export interface LastAct {
  list: string
  rows?: readonly RowMark[]
  job?: string
}
interface Marks {
  marks: readonly RowMark[]
}
interface Queued {
  job?: string
}
interface JobState<T> {
  status: string
  message: string
  percent: number
  result: T | null
}
export interface BatchProgress {
  percent: number
}
const AGAIN_MS = 800
const ENDED: readonly string[] = ['done', 'failed', 'cancelled']
/** The result of a job once it has ended; meanwhile its progress is reported. @throws Error with the words of its end where it failed */
async function resultOf<T>(job: string, report: (p: BatchProgress) => void): Promise<T> {
  for (;;) {
    const state = await api.get<JobState<T>>('cpt-system/job/detail', { id: job })
    report({ percent: state.percent })
    if (state.status === 'done') return state.result!
    if (ENDED.includes(state.status)) throw new Error(state.message)
    await new Promise((done) => setTimeout(done, AGAIN_MS))
  }
}

/** A change of many rows of a list: looked at first, then made as it was shown. Many go as a job, whose progress is told. */
export function useBatch(list: string, on: Selection) {
  const [busy, setBusy] = useState(false)
  const [progress, report] = useState<BatchProgress>()
  const [values, setValues] = useState<Record<string, unknown>>({})
  const [shown, setShown] = useState<BatchPreview & Partial<Marks> & Queued>()
  const doing = async <T>(work: () => Promise<T>): Promise<T> => {
    setBusy(true)
    try {
      return await work()
    } finally {
      setBusy(false)
      report(undefined)
    }
  }
  const look = (wanted: Record<string, unknown>) =>
    doing(async () => {
      const rows = on.question ? { query: on.question.query } : { ids: on.rows.map((x) => x.id).join(',') }
      const answer = await api.post<BatchPreview & Marks & Queued>('platform/list-batch/preview', { list, values: wanted, ...rows })
      const preview = answer.job ? { ...(await resultOf<BatchPreview>(answer.job, report)), job: answer.job } : answer
      setValues(wanted)
      setShown(preview)
      return preview
    })
  const make = (preview = shown, wanted = values) =>
    doing(async (): Promise<LastAct> => {
      const by = preview?.job ? { job: preview.job } : { values: wanted, rows: preview?.marks }
      const answer = await api.post<Marks & Queued>('platform/list-batch/run', { list, ...by })
      if (!answer.job) return { list, rows: answer.marks }
      await resultOf(answer.job, report)
      return { list, job: answer.job }
    })
  return { busy, progress, values, preview: shown, look, make, reset: () => setShown(undefined) }
}

/** Takes the last act back; a job's is waited for. */
export async function takeBackAct({ list, rows, job }: LastAct): Promise<void> {
  const answer = await api.post<Queued>('platform/list-batch/undo', { list, ...(job ? { job } : { rows }) })
  if (answer.job) await resultOf(answer.job, () => {})
}
