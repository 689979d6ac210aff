/** Prints what one step costs: run this file by hand. Figures of a shared machine are good for comparison only. */
import { processXml, typeCodes } from './definitions.ts'
import { complete, parseDefinition, start } from './engine.server.ts'
import type { Step } from './engine.server.ts'

const rounds = 30
const times: number[] = []
const sizes: number[] = []

async function timed(step: () => Promise<Step>): Promise<Step> {
  const begin = performance.now()
  const result = await step()
  times.push(performance.now() - begin)
  sizes.push(result.state.length)
  return result
}

function quantile(values: number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0
}

for (let round = 0; round < rounds; round += 1) {
  for (const typeCode of typeCodes) {
    const def = await parseDefinition(processXml(typeCode))
    let step = await timed(() => start(def, { needSurvey: true, doSign: true, option: true, item1: true }))
    for (let task = step.tasks[0]; task; task = step.tasks[0]) {
      const { state } = step
      const { taskId } = task
      step = await timed(() => complete(def, state, taskId))
    }
  }
}
console.log(`${times.length} steps: median ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms`)
console.log(`state: median ${quantile(sizes, 0.5)} characters, largest ${Math.max(...sizes)}`)
