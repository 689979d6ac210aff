/** The tile [z, x, y] of the grid of EPSG:4490 (tileEnvelope) that holds a place [longitude, latitude] in degrees. */
export function tileAt(z: number, [lon, lat]: readonly [number, number]): [number, number, number] {
  const side = 360 / 2 ** z
  return [z, Math.floor((lon + 180) / side), Math.floor((90 - lat) / side)]
}
