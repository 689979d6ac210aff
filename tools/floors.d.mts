export const FLOORS: readonly string[]
export const BESIDE: readonly string[]
export const CODE: readonly string[]
export function judgedText(f: string): string
export function filesOf(folders: readonly string[], fits?: (f: string) => boolean): string[]
