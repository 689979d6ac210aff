/** What OpenLayers draws over its map (the scale bar) in the colours of the page, light or dark. */
export const controlsIn = (token: Readonly<Record<'colorBgElevated' | 'colorText' | 'colorTextSecondary', string>>): Record<string, string> => ({
  '--ol-partial-background-color': token.colorBgElevated,
  '--ol-foreground-color': token.colorText,
  '--ol-subtle-foreground-color': token.colorTextSecondary,
})
/** Parcels by registration status: grey nothing yet, blue under way, green registered, red cancelled. */
export const STATUS_COLOURS: Readonly<Record<string, string>> = { 0: '#98a2b3', 1: '#2f80ed', 2: '#2e8b57', 9: '#d64545' }
/** What is chosen on a map: a colour that no status of the legend has. */
export const SELECTED = '#fa8c16'
