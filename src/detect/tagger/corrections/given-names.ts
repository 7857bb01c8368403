// Given names that the lists in models/lists lack or that the model's word classes do not know as names: African, Arabic,
// Celtic, Indian, Iranian, Japanese, Slavic, Turkish and other ones. Without those that are also a word of English. Written
// for this project (CC0).

import { hashesOf, WordSet } from "./role-words.ts";

/** Their hashes. */
export const MORE_GIVEN_NAMES = new WordSet(
  hashesOf(
    "aadhya aakash aarav aarti abdulrahman abebe abeni abhay abhijit abhinav abhishek abiola achieng achilleas " +
      "adaeze adaku adebayo adeyemi adisa aditi adnan afua agnieszka ahmed ahmet aigerim aiko ailbhe ailish ailsa " +
      "aine aishwarya aisling ajay akash akemi akhil akiko akin akinyi akira akosua alasdair alastair aleksei " +
      "alemayehu alexei aliaksandr alibek aliyah aliyu alok aloysius alun alyona amadi amaka amandeep amara amarachi " +
      "amarjit amitabh ammar amrita anahit ananya anastasius anatoly anaïs andile andrei andriy andrés aneesh " +
      "aneirin anele anetta angelos angharad aniket anil anirudh anita anjana ankit ankita ankur annelise antje anuj " +
      "anupam anuradha anwar aodhan aoife aphiwe apinya apostolos arash archibald ardit areeba arjan arman armen " +
      "arnav arslan artem arvind aryan aseel ashish ashraf ashwin asif aslan asma asmita athanasios atif atsuko atul " +
      "aurelius aurélie avinash avishai aviva ayaka ayanda ayomide aysha ayumi azadeh babajide babak bahram bairbre " +
      "balazs barnabas barnaby bartek bartholomew bartosz bashir batsheva bayo begoña behrouz bekzat beniamino " +
      "benoît bertrand bethan bhavana bhavesh bhavik bhavna bibek bijan bilge bisi björn blerim blodwen bogumila " +
      "bolaji boluwatife bongani bosede bożena brannagh brona bronagh bronislaw bronwyn bujar busisiwe calum " +
      "caoilfhionn caoimhe caolan carwyn carys casimir cathal catriona cayetano cengiz ceri chaitanya chandrika " +
      "cheikh chenoa chiamaka chibuzo chidera chidi chidinma chiedza chieko chiemeka chihiro chikondi chinelo " +
      "chinonso chinwe chinyere chioma chipo chitra chizoba chloé christabel chuka chukwudi chukwuemeka cian cillian " +
      "clemence clodagh clément colm conall cormac cressida crispin cristiano cristóbal cuthbert cyprian cécile " +
      "célia césar dabir daire daisuke daithi danai dashiell dayo dearbhla deepak deepti delroy delyth demetrius " +
      "denys dervla desean desislava devraj dhananjay dhruv diarmuid dieudonne dilip dilnoza dilshad dilys dimitar " +
      "dimitra dimitris dinara dinesh djamila dmitri dmitrij dmytro dobromir donagh donal donncha doruk dunstan " +
      "dusan dzmitry dženan eavan ebele ebenezer ebere edda efua egbert egor eilidh eimear eirini eirlys eitan " +
      "eithne ejiro ekaterina ekene ekin ekow elaheh eldar eleftherios elfriede elif eliška ellery elnaz eloho " +
      "eluned emem emer emeric emir emyr eniola enver eoin erasmus ercan erjon erkan ermengarde ermias eryk eshan " +
      "esme estera etain euphemia eustace evander evangelos evgeni evgenia eyal eylül ezgi ezinne fadwa fahad faisal " +
      "faizan fardin farhad farhan farid farrukh fateh fatih fatima fatuma fawaz feng ferdinand fergal fergus feride " +
      "fermín feyza ffion fiachra fiadh finola fintan fionn firdaus firuza fiyin folake foluke franek françois " +
      "françoise frédéric fuad fumiko furkan gaelle gareth garima gathoni gaurav gauri geert geneviève gennady " +
      "georgios geraint gerhard gerlinde germán gervase getachew gethin ghassan gideon gifty gintaras giorgos gisela " +
      "giuliana gizem glenys gobinath golnaz goran gosia grainne grania gretel gruffydd grégoire guillem gulnara " +
      "gulsen guneet gunjan gunther gurpreet gwenllian gérard gökhan göran hadar hadiza hadrian hafsa haider hajime " +
      "hamad hamid hanan hanane hanif hanneke hardeep hareem harish harjit harpreet harshad harshit haruka haruki " +
      "harumi haruto hasan hashim hasnain hatice havva hayato hazem hedda heena hemant hengameh henna henrike " +
      "heorhii hermione hervé hicham hideaki hideki hilal himanshu hiromi hiroshi hiroto hisako hisham hitomi hoda " +
      "horatio hossein hrishikesh hristo hryhoriy huda humphrey husain huyen hyejin hyunwoo håkon hélène iain " +
      "ibtisam iddo idowu idris idwal iestyn ifan ifeanyi ifeoma ifunanya ignas ignatius igor ikechukwu ikenna " +
      "ildiko ilir ilkay ilkka ilya immanuel imran inam inderjit indrani ingmar ingrith inigo inés inês ioannis " +
      "iqbal irem irfan irène ishaan ishita iskra isolde israa istvan itai itumelang ivaylo iwona iyabo jaana " +
      "jabulani jagoda jahanzaib jalal janos jaquan jarek jarmila jasleen jaspreet jaswinder jatin javed jawad jaya " +
      "jayant jayanti jaydeep jayendra jayesh jedrzej jelena jelle jemima jeong jeroen jesús jhanvi jiahao jian " +
      "jianhong jihoon jihye jinhee jinwoo jisoo jiwon jiyeon jiří joaquín jobst jocasta joon jorunn josepha josé " +
      "joël jugal julián jumoke junaid junichi juniper junko jurek jurgen jussi jérôme jörg jörgen jürgen kabir " +
      "kaciu kadija kaede kagiso kaiya kajal kalaivani kalyan kamau kamran kaoru karishma karsten karthik karthika " +
      "kartik kasia kasim kasun katalin katerina kateryna katinka katsumi kavita kavitha kavya kazuki kazuo keelan " +
      "keita kelechi kenji kenta kentaro kerem keshav kevork khaled khanh khanyisile khushi kieran kieron kimani " +
      "kiranjit kirill kirsi kishan kishore klaus kofi koji kokou kolade komal konstantin konstantinos konstanze " +
      "kostas kouame kourosh krishnan kristof krisztina kshitij kubra kudzai kujtim kunal kunle kushal kyoko käthe " +
      "laila lakshman lalit laoise larbi latifah laurentius laurynas lazlo lekan leocadia leocadio leonid lesedi " +
      "leszek leyla leyre lien liesbeth liesl lihua ljiljana llinos lochlann lorcan lowri loïc lubna lubomir lucasta " +
      "lucyna ludovic lukasz lulwa lungile luong luís lwazi lysander lyubov lyudmila léa lüder maarit maarten maazin " +
      "madhav madhavi madhu madoka maebh magdalene mahbub mahendra mahfuz mahima mahira mahnoor mahsa mairead mairi " +
      "majid makena makoto malachy malgorzata mallika manan manasi maneesh manish manjit manju manjula mannat manoj " +
      "mansi mansoor manvi marcello margarethe mariko mariusz mariya marjan marjolein martyna martín maría masaki " +
      "masako masashi masato masood matthäus matyas maxime maximilian maya mayank mayowa mayumi maël maëlle mbali " +
      "mechthild meera meghana mehtap mehwish meirav meirion mekonnen meltem menaka menna mercan merfyn meriem " +
      "meseret michał michèle midori mikhail mikołaj milind minako minerva mingyu minjun minoo minori mirza misaki " +
      "mitali mitja miyu modupe mohamad mohammad mohit mohsen momoko mordechai morteza morwenna moshe mostafa motoko " +
      "mpho mudassar muhammet muireann mukund mulugeta munira murtaza musab mwangi myfanwy märta mélanie mónica " +
      "nabil nadeem nadezhda nadira nagesh naiara naima najib nakul naledi namita namrata nanami nandini nandita " +
      "naoki naoko naresh nargis nasreen nasrin natascha nathalie nathi naveed navneet navya nayan nazanin nazli " +
      "ndidi neelam neeraj neeta nelu neringa nermin nerys nesta nevaeh nhan nhi nhung niamh nicodemus nicolás nidhi " +
      "nikhil nikita nikolai nikolaos nikolay nikos nilesh nilgün nilufar nimisha niran nirmala nishant nishita " +
      "nitin nitya njeri nkechi nkem nkosana nkosi nnamdi nneka nobuhle nobuko nomvula nooshin noriko nozomi noël " +
      "nuala nuray nurul nwando nyambura nyasha oana obinna octavius océane odalys oddvar odhran odélia oisin oksana " +
      "olabisi oladele olaoluwa oleander oleg oleksiy olha oluchi olufemi olusegun oluwadamilola oluwaseun oluwatobi " +
      "oluyemi olwen omid omkar omolara omotola onyeka oonagh oren orhan orit orla orlaith orsolya osagie osama " +
      "osbert ossian otieno ottokar ottoline owain oyinkan padma padraic padraig palesa pallavi panagiotis pankaj " +
      "paolina parisa parminder parth parvati parvin pascaline pawel payal pegah peng peregrine perihan perpetua " +
      "perrin petronella petros phindile phúc pinar piyush poonam prabha prabhu pradeep pradip pranav pranay pranjal " +
      "prateek prathima pratibha pratik praveen preeti prerna pritam priti priyanka priyansh przemek przemyslaw puja " +
      "purva pushpa qasim quang quoc raanan rachida radhika radoslaw rafal raffaela rafiq raghav raghu rahul raimund " +
      "rainer rajat rajeev rajesh rajib rajni rakhi ramin ramzi ramón rania ranjana raphaela raphaël rashmi ratko " +
      "ravinder ravindra razia raúl reema refilwe rehan rehana reiko rekha rembrandt renske renuka rené renée reshma " +
      "reyhan rhian rhodri rhys riaz richa ridley ridwan rinat riona rishabh rishi ritika ritu riya rizwan rocío " +
      "rohit roisin rojin roksana ronak ronit rosalinde rosamund roshan roshni rostam roswitha rotem roya ruadhan " +
      "rubina rubén ruchi ruchika rudra rufaro rukmini rumiko rupa rupal ruslan rustam ruta ryoko ryota rüdiger " +
      "sabeen sabiha sabine sachiko sachin sadaf sadhbh sadia sadiq saeed safa saima sajid sajjad sakshi sameera " +
      "sandeep sandhya sandor sangeeta sanjana sanjeev saoirse saori sapna sarit sarthak sarvesh sashi sasikala " +
      "sathish satoko satoshi saurabh savita savvas sawyer sayaka sayed sayeeda sayuri seanan sebnem sekou selam " +
      "selcuk selim semih sena senthil seohyun seojun seoyeon seraphina serena sergei sergey serhiy serkan sertac " +
      "seun seval seyi seyma shabana shabnam shafiq shagufta shahana shahid shahla shahram shahzad shaila shaista " +
      "shakil shalini shamima shamsa shanika shanthi sharad sharif sharmin shashank shazia sheetal shefali shehzad " +
      "shekhar sherif shigeru shikha shimon shinichi shinji shireen shirin shiro shivam shivani shizuka shlomo " +
      "shobha shoko shota shraddha shreyas shrikant shruti shuang shubham shubhangi shweta shyam siddharth " +
      "siddhartha siegfried sieglinde siegmund sigismund sigita sihle sikandar simran sindhu sindisiwe sinead sinem " +
      "siniša siwan siyabonga skyler slawomir sloane sneha snehal snezana sobia sofiya sofía sohail soheila solene " +
      "solène somchai sonal sonali sorcha soumya spyros sravya sreedhar sridhar srijan srikanth srinivas stanislas " +
      "stanislav stanislaw stavros stellan steluta stoyan stéphane sudeep sudha sudhir sufyan suhail suhana sujay " +
      "sujit suleiman suleyman sulin sumaiya sumit sumita sunaina suneel sunil suraj suresh surinder suriya sushma " +
      "susumu suyash sven svetla swapna swati syed sylvain szilvia séverine søren taavi tadashi tadeusz tadhg " +
      "tadhgan tahir tahira tahmina taichi taiye tajudeen takao takashi takeshi takoda takumi talal taliesin tamar " +
      "tamsin tamás tanaz tancred tanmay tanuja tanveer tanvi tapiwa tarek tariku tariq tasneem tatsuya tauseef " +
      "taylan tejal temitope tendai terhi tesfaye teuvo thabang thabo thandeka thandi thandiwe theodoros thessaly " +
      "thorsten thuan théo thérèse tianna tierna tierney tihomir timea timothea tinashe toanna tobiloba tobin " +
      "tolulope tomek tomislav tomoe tomoya tomás tomáš tonje torbjörn torin toru tosin toyin trayvon triin tristan " +
      "trupti trystan tsegaye tsering tsholofelo tugba tulay tulin tumelo tunde turlough tushar tuğçe uchenna uday " +
      "ugochi umair umar umesh unathi urszula urvashi uzma vaclav vadim vaibhav valdis valeriy valérie vandana vanja " +
      "vanya varsha varun vasanth vasilis vassilis vasu venkat venkatesh verónica vibha vidya vignesh vijaya vikas " +
      "vikash vikram vikrant viktoriya vinaya vinayak vineet vineeta vinod violetta vipin viraj viral virendra visar " +
      "vishal vishnu vishwa vitaly vivaan vivek vladislav volker volodymyr voula vusi vusumuzi vuyo vyacheslav " +
      "víctor wafa wahida walburga waldemar waleed walther wangari wangui wanjiku warda waseem wasim wedad wenceslas " +
      "wiebke wieslaw wilfried winfried wioletta witold wojciech wojtek wolfram xanthe xiang xiao xiaoli xiaoming " +
      "xiu xolani yaa yaakov yael yakov yakubu yami yamini yanick yannis yaroslav yarrow yasha yashika yasir yasuko " +
      "yaxin yaël yehuda yemi yeon yevhen yewande yeşim yiannis yifan yigit yinka yitzhak yonas yonatan yosef yoshi " +
      "yoshiko youngjae yousuf yuka yukari yuki yukiko yukio yulia yuliya yunus yuri yuriko yuriy yusef yusra yuto " +
      "yuval zaahir zadie zahid zahir zahraa zaid zaina zakia zanele zawadi zayden zbigniew zbyszek zdenek zeeshan " +
      "zeina zeki zeljko zenab zerrin zhanna zhen zhi zhivka zlatan zoran zorica zoya zoé zsofia zubair zuhal " +
      "zuleikha zulfiqar zvi álvaro ángel åsa åse édouard élise émilie éric étienne íñigo óscar ömer özge özgür " +
      "özlem øystein",
  ),
);
