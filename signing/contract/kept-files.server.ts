import type { Tx } from '../../kit/server/db.server.ts'

/** Which of these names in the store a flow of signing names: its file as it stands, and what its signers wrote or left beside. */
export async function filesOfSigning(tx: Tx, names: string[]): Promise<(string | null)[]> {
  const flows = await tx.selectFrom('sign_flow').select('fileName as name').where('fileName', 'in', names).execute()
  const templates = await tx.selectFrom('sign_template').select('fileName as name').where('fileName', 'in', names).execute()
  const found = [...flows, ...templates]
  for (const name of ['picture', 'finger', 'photo'] as const)
    found.push(...(await tx.selectFrom('sign_node').select(`${name} as name`).where(name, 'in', names).execute()))
  return found.map((f) => f.name)
}
