import type { Application } from '../app.server.ts'
import type { Config } from '../config.server.ts'
import { demonstrateCampaign } from './campaign.server.ts'
import { demonstrateCitizens } from './citizens.server.ts'
import { demonstratePictures } from './picture.server.ts'

/**
 * What the demonstration shows beside the register of its village. Each part is a whole of its own: the product serves without one that could not be made,
 * which is said.
 */
export async function demonstrateMore(a: Application, config: Pick<Config, 'dataDir'>, say: (line: string) => void = console.error): Promise<void> {
  const PARTS = [
    ['picture', () => demonstratePictures(a, config)],
    ['campaign of extension', () => demonstrateCampaign(a)],
    ['page of citizens', () => demonstrateCitizens(a)],
  ] as const
  for (const [part, run] of PARTS) await run().catch((e: unknown) => say(`the ${part} of the demonstration was not made: ${(e as Error).message}`))
}
