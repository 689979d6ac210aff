// Writes down what each test file came to, one JSON line a file, for tools/test.mjs: part, file, tests, failures, seconds.
import { appendFileSync } from 'node:fs'

export default class {
  #to = process.env.TEST_RESULTS

  onTestModuleEnd(module) {
    const tests = [...module.children.allTests()]
    const failed = tests.filter((t) => t.result().state === 'failed')
    const { duration, collectDuration, setupDuration, prepareDuration } = module.diagnostic()
    this.#write({
      part: JSON.parse(module.project.config.env.TEST_PARTS)[module.relativeModuleId],
      file: module.relativeModuleId,
      passed: tests.filter((t) => t.result().state === 'passed').length,
      failed: failed.map((t) => ({ name: t.fullName, why: said(t.result().errors) })),
      broken: module.errors().length > 0 ? said(module.errors()) : '',
      seconds: (duration + collectDuration + setupDuration + prepareDuration) / 1000,
    })
  }
  onTestRunEnd(_modules, errors, reason) {
    this.#write({ ended: reason, errors: errors.length > 0 ? said(errors) : '' })
  }
  #write(line) {
    appendFileSync(this.#to, `${JSON.stringify(line)}\n`)
  }
}
const said = (errors) =>
  (errors ?? [])
    .map((e) => e.stack ?? e.message)
    .join('\n')
    .slice(0, 1500)
