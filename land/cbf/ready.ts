/** Whether a household was surveyed (day and surveyor), and the papers that it lacks, by their names in the dictionary. */
export interface Readiness {
  isSurveyed: boolean
  lacks: string[]
}
