import { openBuiltIns } from '../../services/process/built-in.server.ts'
import type { TypeCode } from '../../services/process/engine/definitions.ts'

/** The definitions that come with the product: those of land business lie in the folders of their types. */
export const builtIns = openBuiltIns(new URL('./', import.meta.url))
/** Text of the process that a type runs where no other is configured. */
export const processOfType = async (typeCode: TypeCode): Promise<string> => (await builtIns()).find((b) => b.key === typeCode)!.xml
