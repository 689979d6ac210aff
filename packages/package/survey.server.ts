// The outlines of one shapefile that a survey made: read in a thread of its own.
import { inThread } from '../../runtime/thread.server.ts'
import { surveyReadProblems } from './problems.ts'
import type { Surveyed, SurveyTask } from './survey.ts'

/** Megabytes that the files may have, and that the thread may hold. */
const MEGABYTES = 20
const HEAP_MB = 256
/** Reads a survey. @throws surveyProblems */
export async function readSurvey(task: SurveyTask): Promise<Surveyed[]> {
  if (task.files.reduce((n, f) => n + f.bytes.length, 0) > MEGABYTES * 2 ** 20) throw surveyReadProblems.large()
  return inThread(new URL('./survey-worker.server.ts', import.meta.url), task, { heapMb: HEAP_MB, tooLarge: surveyReadProblems.large })
}
