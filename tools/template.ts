// node tools/run.mjs tools/template.ts: makes the template of embedded databases anew, after a change of the engine's version (runtime/embedded).
import { makeTemplate } from '../runtime/embedded/embedded.server.ts'

await makeTemplate()
