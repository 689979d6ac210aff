/**
 * Functions that statements of the product may call: in PostgreSQL 15 to 18 and both PostGIS of ours, and the same when rows lie on many nodes.
 * A new one is added here after it was looked up for that; never one that sets (set_config), locks (pg_advisory_…), encodes tiles (ST_AsMVT) or
 * makes ids (uuidv7, nextval).
 */
export const FUNCTIONS: ReadonlySet<string> = new Set(
  [
    // aggregates and windows
    'array_agg array_to_json bool_and bool_or count json_agg jsonb_agg jsonb_object_agg lead max min row_number string_agg sum',
    // text, numbers, times, settings read
    'abs ceil clock_timestamp concat convert_to current_setting json_build_object date_trunc encode floor left length lower make_interval regexp_replace replace right round sha256 split_part string_to_array strpos substr',
    'substring timezone to_char upper btrim date_part extract starts_with',
    // rows in bulk, structured data
    'array_remove cardinality generate_series jsonb_array_elements jsonb_array_elements_text jsonb_array_length jsonb_build_object jsonb_each_text',
    'jsonb_populate_recordset jsonb_set jsonb_to_recordset jsonb_typeof to_jsonb unnest',
    // days as ranges and sets of them, since PostgreSQL 14
    'daterange datemultirange range_agg lower upper',
    // ours: one deletes a row of a table that every node has for itself, one renews the planner's figures of a county, one reads codes out of a form
    'spend_nonce figures_of_county case_codes',
    // geometry
    'st_area st_asbinary st_asgeojson st_astext st_boundary st_buffer st_centroid st_collect st_distance st_envelope st_extent st_geomfromtext st_intersection st_intersects st_isvalid',
    'st_geometrytype st_geomfromgeojson st_multi st_pointonsurface',
    'st_expand st_hausdorffdistance st_makeenvelope st_makepoint st_makevalid st_npoints st_numgeometries st_point st_setsrid st_simplifypreservetopology st_snap st_transform st_within st_x st_xmax st_xmin st_y st_ymax st_ymin',
  ].flatMap((line) => line.split(' ')),
)
