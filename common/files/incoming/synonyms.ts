import type { Kind } from '#contract/kinds.ts';
import { toHeadingKey } from './keys.ts';

const toHeadingKeys = (words: string): readonly string[] => words.split('|').map((word) => toHeadingKey(word));

const SAMPLED = toHeadingKeys(
  'date sampled|sample date|sampled|sampling date|дата відбору|дата відбору проби|дата проби|дата отбора|дата отбора пробы|data pobrania|probenahme|probenahmedatum|date de prélèvement|data prelievo|data recoltării|monsterdatum|proovivõtu kuupäev',
);
const DRY_MATTER = toHeadingKeys(
  'суха речовина|ср|св|сухое вещество|dry matter|dm|sucha masa|s.m.|droge stof|ds|trockenmasse|trockensubstanz|tm|ts|matière sèche|ms|sostanza secca|ss|substanță uscată|su|kuivaine|ka',
);

/**
 * Other headings under which programs and people of the eleven languages write a field, by the field's name.
 * The list's own headings go first, and a heading is one field at most.
 */
const BY_FIELD: Readonly<Record<string, readonly string[]>> = {
  name: toHeadingKeys(
    'назва|найменування|ім’я|название|наименование|имя|name|title|description|nazwa|opis|naam|omschrijving|bezeichnung|nom|désignation|libellé|nome|descrizione|denumire|nume|nimi|nimetus',
  ),
  ingredient_name: toHeadingKeys(
    'корм|інгредієнт|сировина|товар|продукт|матеріал|найменування|назва|номенклатура|ингредиент|сырьё|сырье|материал|наименование|feed|ingredient|commodity|product|item|material|feedstuff|pasza|surowiec|składnik|towar|produkt|nazwa|voer|grondstof|artikel|futter|futtermittel|komponente|ware|aliment|ingrédient|matière|produit|mangime|ingrediente|materia prima|prodotto|furaj|ingredient furajer|produs|sööt|toode|kaup|sample description|feed description|sample name|feed name|назва зразка|зразок|проба|название образца|образец|probe|probenbezeichnung|échantillon|campione|probă|próbka|monster|proov',
  ),
  group_name: toHeadingKeys(
    'група|група тварин|загін|секція|группа|загон|секция|group|pen|lot|animal group|pen name|grupa|kojec|groep|hok|gruppe|bucht|stallgruppe|groupe|lot d’animaux|enclos|gruppo|box|recinto|boxă|țarc|rühm|latter',
  ),
  farm_name: toHeadingKeys(
    'ферма|господарство|мтф|хозяйство|farm|site|gospodarstwo|ferma|boerderij|bedrijf|betrieb|hof|ferme|exploitation|azienda|fermă|talu|farm',
  ),
  company_name: toHeadingKeys(
    'постачальник|покупець|контрагент|поставщик|покупатель|supplier|vendor|buyer|customer|company|dostawca|odbiorca|kontrahent|leverancier|koper|lieferant|käufer|fournisseur|acheteur|client|fornitore|acquirente|cliente|furnizor|cumpărător|tarnija|ostja',
  ),
  note: toHeadingKeys(
    'примітка|примітки|коментар|примечание|комментарий|note|notes|comment|remark|remarks|uwagi|komentarz|opmerking|bemerkung|notiz|remarque|commentaire|nota|osservazioni|observații|notă|märkus',
  ),
  heads: toHeadingKeys(
    'поголів’я|голів|кількість голів|гол|поголовье|голов|heads|head|head count|animals|sztuk|liczba sztuk|dieren|aantal dieren|tiere|tierzahl|têtes|effectif|capi|capete|efectiv|loomi|loomade arv',
  ),
  animal_count: toHeadingKeys(
    'поголів’я|голів|кількість голів|поголовье|голов|heads|head count|animals|liczba sztuk|aantal dieren|tierzahl|effectif|capi|efectiv|loomade arv',
  ),
  lot: toHeadingKeys(
    'lab sample id|sample id|sample number|sample no|lab number|lab no|номер зразка|№ зразка|шифр зразка|номер проби|№ проби|номер образца|номер пробы|№ пробы|probennummer|labornummer|numéro d’échantillon|numero campione|numărul probei|numer próbki|nr próbki|monsternummer|proovi number',
  ),
  dry_matter: DRY_MATTER,
  sampled_on: SAMPLED,
};

/** Headings of a list's only field of a kind. */
const BY_KIND: Partial<Record<Kind, readonly string[]>> = {
  weight: toHeadingKeys(
    'кількість|вага|маса|к-сть|количество|вес|масса|кол-во|quantity|qty|weight|amount fed|ilość|masa|waga|hoeveelheid|gewicht|menge|quantité|poids|quantità|peso|cantitate|greutate|kogus|kaal',
  ),
  price: toHeadingKeys(
    'ціна|ціна за одиницю|цена|цена за единицу|price|unit price|cena|cena jednostkowa|prijs|preis|einzelpreis|prix|prix unitaire|prezzo|prezzo unitario|preț|preț unitar|hind|ühikuhind',
  ),
  percent: DRY_MATTER,
};

const MOMENTS = [
  ...SAMPLED,
  ...toHeadingKeys(
    'дата|день|коли|дата і час|дата та час|дата документа|дата поставки|дата и время|когда|date|day|when|datetime|date/time|data|dzień|data i godzina|datum|dag|tag|zeitpunkt|jour|date et heure|giorno|data e ora|ziua|data și ora|kuupäev|päev|aeg|test date|date tested|delivery date|invoice date|дата надходження|дата накладної|дата контролю|дата поступления|дата накладной|дата контроля|data dostawy|lieferdatum|date de livraison|data consegna|data livrării|leverdatum|tarnekuupäev',
  ),
];

/** A field's other headings: by its name, then by its kind if the list has one field of that kind. */
export function findSynonyms(
  field: { key: string; kind: Kind; synonyms?: readonly string[] },
  fields: readonly { kind: Kind }[],
): readonly string[] {
  const isMoment = (kind: Kind) => kind === 'date' || kind === 'datetime';
  const isOnly = fields.filter(({ kind }) => kind === field.kind || (isMoment(kind) && isMoment(field.kind))).length === 1;
  const ofKind = isMoment(field.kind) ? MOMENTS : (BY_KIND[field.kind] ?? []);
  return [...(field.synonyms ?? []).map(toHeadingKey), ...(BY_FIELD[field.key] ?? []), ...(isOnly ? ofKind : [])];
}

/** What a column says about other columns of its line. */
export const ROLES = ['unit', 'time', 'amount', 'net', 'gross', 'currency', 'moisture'] as const;
export type Role = (typeof ROLES)[number];

const BY_ROLE: Readonly<Record<Role, readonly string[]>> = {
  unit: toHeadingKeys(
    'од. вим.|од вим|од.|одиниця|одиниця виміру|одиниці|ов|ед. изм.|ед изм|ед.|единица|единица измерения|unit|units|uom|unit of measure|j.m.|jm|jedn.|jednostka|eenheid|einheit|me|unité|u.m.|um|unità|unitate|unitatea de măsură|ühik|mõõtühik',
  ),
  time: toHeadingKeys('час|година|время|time|hour|godzina|czas|tijd|tijdstip|uhrzeit|zeit|heure|ora|orario|kell|kellaaeg'),
  amount: toHeadingKeys(
    'вартість|сума|всього|на суму|сума без пдв|стоимость|сумма|amount|total|cost|value|line total|wartość|kwota|suma|bedrag|totaal|betrag|gesamtpreis|summe|montant|total ht|importo|totale|valoare|sumă|summa|maksumus',
  ),
  net: toHeadingKeys(
    'нетто|вага нетто|маса нетто|вес нетто|масса нетто|чиста вага|net|net weight|netto|waga netto|masa netto|nettogewicht|nettogewichtung|poids net|peso netto|greutate netă|neto|netokaal|netomass',
  ),
  gross: toHeadingKeys(
    'брутто|вага брутто|маса брутто|вес брутто|масса брутто|gross|gross weight|brutto|waga brutto|masa brutto|brutogewicht|bruttogewicht|poids brut|peso lordo|greutate brută|brutokaal|brutomass',
  ),
  moisture: toHeadingKeys(
    'вологість|вологість корму|волога|влажность|влага|moisture|moisture content|humidity|water content|wilgotność|zawartość wody|vocht|vochtgehalte|vochtpercentage|feuchte|feuchtigkeit|feuchtegehalt|wassergehalt|humidité|teneur en eau|umidità|umiditate|conținut de apă|niiskus|veesisaldus',
  ),
  currency: toHeadingKeys('валюта|currency|waluta|valuta|währung|devise|monnaie|monedă|valuută'),
};

/** Returns the role of a heading that is no field of the list. */
export const findRole = (label: string): Role | null => ROLES.find((role) => BY_ROLE[role].includes(label)) ?? null;

/** Words at the start of a line that sums the lines above. */
const TOTALS = toHeadingKeys(
  'разом|усього|всього|підсумок|загалом|итого|всего|total|totals|grand total|sum|razem|ogółem|suma|totaal|summe|gesamt|gesamtsumme|insgesamt|somme|totale|somma|total general|kokku|summa',
);
const SIGNATURES = toHeadingKeys(
  'здав|прийняв|відпустив|отримав|підпис|директор|бухгалтер|головний бухгалтер|головбух|главный бухгалтер|главбух|chief accountant|główny księgowy|hoofdboekhouder|hauptbuchhalter|chef comptable|contabile|contabil-șef|pearaamatupidaja|керівник|сторінка|склав|перевірив|сдал|принял|подпись|руководитель|страница|signature|signed|approved by|page|podpis|strona|handtekening|pagina|unterschrift|seite|page|firma|semnătura|allkiri|lehekülg',
);

export const isTotalWord = (text: string): boolean => {
  const key = toHeadingKey(text);
  return TOTALS.some((word) => key === word || key.startsWith(`${word} `) || key.startsWith(`${word}:`));
};

export const isSignature = (text: string): boolean => {
  if (/_{4,}/.test(text)) return true;
  const key = toHeadingKey(text);
  return SIGNATURES.some((word) => key === word || (key.startsWith(word) && /[\s:]/.test(key.charAt(word.length))));
};
