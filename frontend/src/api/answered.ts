/**
 * What the API answers always carries every field, `null` where there is no value; the OpenAPI
 * document marks fields with a default as optional, because requests may leave them out.
 */
export type Answered<T> = T extends (infer Item)[]
  ? number extends T["length"]
    ? Answered<Item>[]
    : T
  : T extends object
    ? { [Key in keyof T]-?: Answered<Exclude<T[Key], undefined>> }
    : T;
