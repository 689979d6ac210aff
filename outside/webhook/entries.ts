/** The entries of a list that people typed, by comma (of either script), space or line. */
export const listEntries = (list: string | null | undefined): string[] => (list ?? '').split(/[,，、\s]+/).filter(Boolean)
