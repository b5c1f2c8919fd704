import type { StandardNutrient } from '#contract/nutrient-words.ts';

const words = (text: string): readonly string[] => text.split('|');

/** Headings by which laboratories of the eleven languages write a nutrient. */
export const NUTRIENT_SYNONYMS: Record<StandardNutrient, readonly string[]> = {
  protein: words(
    'crude protein|protein|cp|сирий протеїн|протеїн|сп|сырой протеин|протеин|rohprotein|xp|rp|matière azotée totale|mat|protéines|proteina grezza|pg|ruw eiwit|re|białko ogólne|białko|bo|proteină brută|pb|toorproteiin|tp',
  ),
  ndf: words('ndf|andf|andfom|ндк|ndk'),
  adf: words('adf|adfom|кдк|kdk'),
  starch: words('starch|крохмаль|крахмал|stärke|xs|amidon|amido|zetmeel|skrobia|tärklis'),
  sugar: words('sugar|wsc|esc|sugars|цукор|сахар|zucker|xz|sucres|sucre|zuccheri|suiker|cukry|cukier|zahăr|suhkur'),
  fat: words(
    'crude fat|fat|ether extract|ee|cfat|сирий жир|жир|сырой жир|rohfett|xl|matière grasse|mg|grassi grezzi|ruw vet|rvet|tłuszcz surowy|tłuszcz|grăsime brută|toorrasv',
  ),
  ash: words('ash|crude ash|зола|сира зола|сырая зола|rohasche|xa|cendres|ceneri|ruw as|ras|popiół|cenușă|toortuhk'),
  calcium: words('calcium|ca|кальцій|кальций|calcio|wapń|calciu|kaltsium'),
  phosphorus: words('phosphorus|p|фосфор|phosphor|phosphore|fosforo|fosfor'),
  magnesium: words('magnesium|mg|магній|магний|magnésium|magnesio|magnez|magneziu|magneesium'),
  potassium: words('potassium|k|калій|калий|kalium|potassio|potas|potasiu|kaalium'),
  sodium: words('sodium|na|натрій|натрий|natrium|sodio|sód|sodiu|naatrium'),
  sulfur: words('sulfur|sulphur|s|сірка|сера|schwefel|soufre|zolfo|zwavel|siarka|sulf|väävel'),
  chloride: words('chloride|cl|хлор|chlorid|chlore|cloro|chloor|chlor|clor|kloor'),
  nel: words(
    'nel|ne lactation|net energy lactation|nel 3x|чел|чэл|чиста енергія лактації|чистая энергия лактации|énergie nette lactation|energia netta latte|netto-energie lactatie',
  ),
  me: words(
    'me|metabolizable energy|metabolisable energy|ое|оэ|обмінна енергія|обменная энергия|umsetzbare energie|em|énergie métabolisable',
  ),
  tdn: words('tdn|total digestible nutrients|сппр'),
  digestible_protein: words('digestible protein|перетравний протеїн|пп|переваримый протеин|verdauliches protein|białko strawne'),
  feed_units: words('feed units|кормові одиниці|ко|кормовые единицы|ке|söötühikud'),
  energy_feed_units: words('energy feed units|еко|эке|енергетичні кормові одиниці|энергетические кормовые единицы'),
  nfc: words('nfc|nsc|нсв|нсу'),
  dcad: words('dcad|dcab|baca|каб'),
};
