/** What OpenLayers draws over its map (the scale bar) in the colours of the page, light or dark. */
export const controlsIn = (token: Readonly<Record<'colorBgElevated' | 'colorText' | 'colorTextSecondary', string>>): Record<string, string> => ({
  '--ol-partial-background-color': token.colorBgElevated,
  '--ol-foreground-color': token.colorText,
  '--ol-subtle-foreground-color': token.colorTextSecondary,
})
/** What is chosen on a map: a colour that no status of the legend has. */
export const SELECTED = '#fa8c16'
