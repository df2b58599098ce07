// Checks that WebPicker/albumen-picker.d.ts declares the exports of albumen-picker.js, with the options in the server's
// description of its API. Part of script/check-page. Nothing runs this file.
import * as script from "../../Sources/AlbumenServer/Web/albumen-picker.js";
import type * as declared from "../../WebPicker/albumen-picker.js";

/** `true` if two types are the same. */
type Same<First, Second> = [First] extends [Second] ? ([Second] extends [First] ? true : false) : false;

/** Requires that a type is `true`. */
type Require<Condition extends true> = Condition;

type Options = NonNullable<Parameters<typeof script.pick>[0]>;
type Configuration = Omit<API.PickConfiguration, "identifiers" | "newWindow" | "offersFiles" | "present">;
/** The options that the script handles itself. */
type Own = "server" | "signal" | "onChange" | "onNotice";
type Read = NonNullable<Parameters<script.PickedItem["blob"]>[0]>;

/** The declared types without `PickFilter`, whose alternatives the document of the API has as optional fields. */
type Plain<Type> = Omit<Type, "filter">;
type Alternatives<Type> = Type extends unknown ? keyof Type : never;

export type Checks = [
  Require<Same<keyof typeof script, keyof typeof declared>>,
  Require<Same<keyof script.PickedItem, keyof declared.PickedItem>>,
  Require<Same<keyof script.PickerError, keyof declared.PickerError>>,
  Require<Same<keyof Options, keyof declared.PickOptions>>,
  Require<Same<keyof Read, keyof declared.ReadOptions>>,
  Require<Same<script.PickedItem["representations"], declared.PickedItem["representations"]>>,
  Require<Same<Required<Plain<Configuration>>, Required<Plain<Omit<declared.PickOptions, Own>>>>>,
  Require<Same<keyof API.PickFilter, Alternatives<declared.PickFilter>>>,
  Require<Same<API.PickFilter["kind"], declared.Kind | undefined>>,
  Require<Same<API.PickFilter["playbackStyle"], declared.PlaybackStyle | undefined>>,
];

export const configuration = (options: Plain<Omit<declared.PickOptions, Own>>): Plain<Configuration> => options;
export const options = (configuration: Plain<Configuration>): Plain<Omit<declared.PickOptions, Own>> => configuration;
export const pick: typeof declared.pick = script.pick;
export const pickOrFile: typeof declared.pickOrFile = script.pickOrFile;
export const isAvailable: typeof declared.isAvailable = script.isAvailable;
export const connect: typeof declared.connect = script.connect;
export const disconnect: typeof declared.disconnect = script.disconnect;
export const connectedServer: typeof declared.connectedServer = script.connectedServer;
export const PickerError: typeof declared.PickerError = script.PickerError;
export const prepare = (item: script.PickedItem): declared.PickedItem => item;
