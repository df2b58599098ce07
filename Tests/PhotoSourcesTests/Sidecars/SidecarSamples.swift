/// Documents as programs write them: those of ExifTool and Exiv2 are from the programs, and the others are short
/// examples in the shape that the programs' documents have.
struct SidecarSamples: Sendable, CustomStringConvertible {
    let description: String
    let text: String

    static let all = [
        darktable, lightroom, digiKam, captureOne, apple, google, exifTool, exiv2, rewrittenByExiv2,
        rewrittenByExifTool,
    ]

    static let darktable = SidecarSamples(
        description: "darktable",
        text: """
            <?xml version="1.0" encoding="UTF-8"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
             <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
              <rdf:Description rdf:about=""
                xmlns:exif="http://ns.adobe.com/exif/1.0/"
                xmlns:xmp="http://ns.adobe.com/xap/1.0/"
                xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
                xmlns:darktable="http://darktable.sf.net/"
                xmlns:dc="http://purl.org/dc/elements/1.1/"
                xmlns:lr="http://ns.adobe.com/lightroom/1.0/"
               exif:DateTimeOriginal="2021:08:14 19:02:11.000"
               exif:GPSVersionID="2.2.0.0"
               exif:GPSLongitude="16,22.2270E"
               exif:GPSLatitude="48,12.3420N"
               exif:GPSAltitude="1514/10"
               exif:GPSAltitudeRef="0"
               xmp:Rating="4"
               xmpMM:DerivedFrom="IMG_1.CR2"
               darktable:import_timestamp="63766170000000000"
               darktable:xmp_version="5"
               darktable:raw_params="0"
               darktable:auto_presets_applied="1"
               darktable:history_end="2">
               <darktable:masks_history>
                <rdf:Seq/>
               </darktable:masks_history>
               <darktable:history>
                <rdf:Seq>
                 <rdf:li
                  darktable:num="0"
                  darktable:operation="rawprepare"
                  darktable:enabled="1"
                  darktable:params="000000000000"/>
                 <rdf:li
                  darktable:num="1"
                  darktable:operation="exposure"
                  darktable:enabled="1"
                  darktable:params="gz02eJxjYGBgYAA="/>
                </rdf:Seq>
               </darktable:history>
               <darktable:colorlabels>
                <rdf:Seq>
                 <rdf:li>0</rdf:li>
                 <rdf:li>3</rdf:li>
                </rdf:Seq>
               </darktable:colorlabels>
               <dc:title>
                <rdf:Alt>
                 <rdf:li xml:lang="x-default">Am Kanal</rdf:li>
                </rdf:Alt>
               </dc:title>
               <dc:subject>
                <rdf:Bag>
                 <rdf:li>Wien</rdf:li>
                 <rdf:li>Reise</rdf:li>
                 <rdf:li>Abend</rdf:li>
                </rdf:Bag>
               </dc:subject>
               <lr:hierarchicalSubject>
                <rdf:Bag>
                 <rdf:li>Abend</rdf:li>
                 <rdf:li>Reise|Wien</rdf:li>
                 <rdf:li>darktable|exported</rdf:li>
                 <rdf:li>darktable|format|cr2</rdf:li>
                </rdf:Bag>
               </lr:hierarchicalSubject>
              </rdf:Description>
             </rdf:RDF>
            </x:xmpmeta>

            """)

    static let lightroom = SidecarSamples(
        description: "lightroom",
        text: """
            <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Adobe XMP Core 7.0-c000 1.000000, 0000/00/00-00:00:00        ">
             <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
              <rdf:Description rdf:about=""
                xmlns:xmp="http://ns.adobe.com/xap/1.0/"
                xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
                xmlns:exif="http://ns.adobe.com/exif/1.0/"
                xmlns:tiff="http://ns.adobe.com/tiff/1.0/"
                xmlns:dc="http://purl.org/dc/elements/1.1/"
                xmlns:lr="http://ns.adobe.com/lightroom/1.0/"
                xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
                xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/"
                xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#"
                xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/"
               xmp:ModifyDate="2023-02-01T10:00:00+01:00"
               xmp:CreateDate="2022-12-24T18:30:05.12"
               xmp:MetadataDate="2023-02-02T11:00:00+01:00"
               xmp:Rating="5"
               xmp:Label="Rot"
               photoshop:DateCreated="2022-12-24T18:30:05.12"
               photoshop:SidecarForExtension="CR2"
               photoshop:City="Linz"
               photoshop:Country="Österreich"
               photoshop:Headline="Headline"
               exif:DateTimeOriginal="2022-12-24T18:30:05.12"
               exif:GPSLatitude="48,18,20N"
               exif:GPSLongitude="14,17,11E"
               tiff:Orientation="6"
               crs:Version="15.0"
               crs:Exposure2012="+0.35"
               crs:HasSettings="True"
               crs:AlreadyApplied="False">
               <dc:title>
                <rdf:Alt>
                 <rdf:li xml:lang="de">Heiliger Abend</rdf:li>
                 <rdf:li xml:lang="x-default">Christmas Eve</rdf:li>
                </rdf:Alt>
               </dc:title>
               <dc:description>
                <rdf:Alt>
                 <rdf:li xml:lang="x-default">At home&#xA;with the family</rdf:li>
                </rdf:Alt>
               </dc:description>
               <dc:subject>
                <rdf:Bag>
                 <rdf:li>Family</rdf:li>
                 <rdf:li>Christmas</rdf:li>
                 <rdf:li>Events</rdf:li>
                 <rdf:li>Anna</rdf:li>
                 <rdf:li>Noel</rdf:li>
                </rdf:Bag>
               </dc:subject>
               <lr:hierarchicalSubject>
                <rdf:Bag>
                 <rdf:li>Events|Christmas</rdf:li>
                 <rdf:li>Family</rdf:li>
                 <rdf:li>Family|Anna</rdf:li>
                </rdf:Bag>
               </lr:hierarchicalSubject>
               <mwg-rs:Regions rdf:parseType="Resource">
                <mwg-rs:RegionList>
                 <rdf:Bag>
                  <rdf:li>
                   <rdf:Description
                    mwg-rs:Name="Anna"
                    mwg-rs:Type="Face">
                   <mwg-rs:Area
                    stArea:h="0.1"
                    stArea:w="0.1"
                    stArea:x="0.5"
                    stArea:y="0.5"/>
                   </rdf:Description>
                  </rdf:li>
                  <rdf:li>
                   <rdf:Description
                    mwg-rs:Name="Otto"
                    mwg-rs:Type="Face"/>
                  </rdf:li>
                  <rdf:li>
                   <rdf:Description mwg-rs:Type="Focus"/>
                  </rdf:li>
                 </rdf:Bag>
                </mwg-rs:RegionList>
               </mwg-rs:Regions>
              </rdf:Description>
             </rdf:RDF>
            </x:xmpmeta>

            """)

    static let digiKam = SidecarSamples(
        description: "digiKam",
        text: """
            <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
             <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
              <rdf:Description rdf:about=""
                xmlns:xap="http://ns.adobe.com/xap/1.0/"
                xmlns:exif="http://ns.adobe.com/exif/1.0/"
                xmlns:digiKam="http://www.digikam.org/ns/1.0/"
                xmlns:MicrosoftPhoto="http://ns.microsoft.com/photo/1.0/"
                xmlns:acdsee="http://ns.acdsee.com/iptc/1.0/"
                xmlns:lr="http://ns.adobe.com/lightroom/1.0/"
                xmlns:mediapro="http://ns.iview-multimedia.com/mediapro/1.0/"
                xmlns:dc="http://purl.org/dc/elements/1.1/"
                xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
               xap:Rating="3"
               xap:CreatorTool="digiKam-8.2.0"
               xap:CreateDate="2024-01-07T11:02:59.177"
               exif:DateTimeOriginal="2024-01-07T11:02:59"
               exif:GPSLatitude="50,5.3752490N"
               exif:GPSLongitude="14,23.8445710E"
               digiKam:PickLabel="3"
               digiKam:ColorLabel="5"
               MicrosoftPhoto:Rating="50"
               acdsee:categories="&lt;Categories&gt;&lt;Category Assigned=&quot;0&quot;&gt;Orte&lt;Category Assigned=&quot;1&quot;&gt;Prag&lt;/Category&gt;&lt;/Category&gt;&lt;/Categories&gt;"
               photoshop:DateCreated="2024-01-07T11:02:59.177">
               <dc:title>
                <rdf:Alt>
                 <rdf:li xml:lang="x-default">Karlsbrücke</rdf:li>
                </rdf:Alt>
               </dc:title>
               <digiKam:TagsList>
                <rdf:Seq>
                 <rdf:li>Orte/Prag</rdf:li>
                 <rdf:li>AC/DC</rdf:li>
                 <rdf:li>_Digikam_Internal_Tags_/Pick Label Accepted</rdf:li>
                </rdf:Seq>
               </digiKam:TagsList>
               <lr:hierarchicalSubject>
                <rdf:Bag>
                 <rdf:li>Orte|Prag</rdf:li>
                </rdf:Bag>
               </lr:hierarchicalSubject>
               <mediapro:CatalogSets>
                <rdf:Bag>
                 <rdf:li>Orte|Prag</rdf:li>
                </rdf:Bag>
               </mediapro:CatalogSets>
               <dc:subject>
                <rdf:Bag>
                 <rdf:li>Prag</rdf:li>
                 <rdf:li>AC/DC</rdf:li>
                </rdf:Bag>
               </dc:subject>
              </rdf:Description>
             </rdf:RDF>
            </x:xmpmeta>
            <?xpacket end="w"?>
            """)

    static let captureOne = SidecarSamples(
        description: "captureOne",
        text: """
            <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 6.0.0">
               <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                  <rdf:Description rdf:about=""
                        xmlns:xmp="http://ns.adobe.com/xap/1.0/"
                        xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
                        xmlns:dc="http://purl.org/dc/elements/1.1/"
                        xmlns:lightroom="http://ns.adobe.com/lightroom/1.0/"
                        xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/">
                     <xmp:Rating>2</xmp:Rating>
                     <xmp:Label>Green</xmp:Label>
                     <photoshop:Urgency>4</photoshop:Urgency>
                     <photoshop:City>Graz</photoshop:City>
                     <Iptc4xmpCore:Location>Schloßberg</Iptc4xmpCore:Location>
                     <dc:description>
                        <rdf:Alt>
                           <rdf:li xml:lang="x-default">Der Uhrturm</rdf:li>
                        </rdf:Alt>
                     </dc:description>
                     <dc:subject>
                        <rdf:Bag>
                           <rdf:li>Tower</rdf:li>
                        </rdf:Bag>
                     </dc:subject>
                     <lightroom:hierarchicalSubject>
                        <rdf:Bag>
                           <rdf:li>Buildings|Tower</rdf:li>
                        </rdf:Bag>
                     </lightroom:hierarchicalSubject>
                  </rdf:Description>
               </rdf:RDF>
            </x:xmpmeta>
            """)

    static let apple = SidecarSamples(
        description: "apple",
        text: """
            <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 6.0.0">
               <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                  <rdf:Description rdf:about=""
                        xmlns:exif="http://ns.adobe.com/exif/1.0/"
                        xmlns:dc="http://purl.org/dc/elements/1.1/"
                        xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/">
                     <exif:GPSLongitude>122.4194</exif:GPSLongitude>
                     <exif:GPSLongitudeRef>W</exif:GPSLongitudeRef>
                     <exif:GPSLatitude>37.7749</exif:GPSLatitude>
                     <exif:GPSLatitudeRef>N</exif:GPSLatitudeRef>
                     <exif:GPSHPositioningError>4.5</exif:GPSHPositioningError>
                     <dc:title>
                        <rdf:Alt>
                           <rdf:li xml:lang="x-default">Bay</rdf:li>
                        </rdf:Alt>
                     </dc:title>
                     <dc:description>
                        <rdf:Alt>
                           <rdf:li xml:lang="x-default"></rdf:li>
                        </rdf:Alt>
                     </dc:description>
                     <dc:subject>
                        <rdf:Seq>
                           <rdf:li>Sea</rdf:li>
                        </rdf:Seq>
                     </dc:subject>
                     <photoshop:DateCreated>2019-07-04T12:00:00-07:00</photoshop:DateCreated>
                  </rdf:Description>
               </rdf:RDF>
            </x:xmpmeta>
            <?xpacket end="w"?>
            """)

    static let google = SidecarSamples(
        description: "google",
        text: """
            <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Adobe XMP Core 5.1.0-jc003">
              <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                <rdf:Description rdf:about=""
                    xmlns:GCamera="http://ns.google.com/photos/1.0/camera/"
                    xmlns:Container="http://ns.google.com/photos/1.0/container/"
                    xmlns:Item="http://ns.google.com/photos/1.0/container/item/"
                  GCamera:MotionPhoto="1"
                  GCamera:MotionPhotoPresentationTimestampUs="500000">
                  <Container:Directory>
                    <rdf:Seq>
                      <rdf:li rdf:parseType="Resource">
                        <Container:Item Item:Mime="image/jpeg" Item:Semantic="Primary" Item:Length="0"/>
                      </rdf:li>
                    </rdf:Seq>
                  </Container:Directory>
                </rdf:Description>
              </rdf:RDF>
            </x:xmpmeta>
            """)

    static let exifTool = SidecarSamples(
        description: "exifTool",
        text: """
            <?xpacket begin='\u{FEFF}' id='W5M0MpCehiHzreSzNTczkc9d'?>
            <x:xmpmeta xmlns:x='adobe:ns:meta/' x:xmptk='Image::ExifTool 12.57'>
            <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>

             <rdf:Description rdf:about=''
              xmlns:Iptc4xmpExt='http://iptc.org/std/Iptc4xmpExt/2008-02-29/'>
              <Iptc4xmpExt:PersonInImage>
               <rdf:Bag>
                <rdf:li>Bob</rdf:li>
               </rdf:Bag>
              </Iptc4xmpExt:PersonInImage>
             </rdf:Description>

             <rdf:Description rdf:about=''
              xmlns:MP='http://ns.microsoft.com/photo/1.2/'
              xmlns:MPRI='http://ns.microsoft.com/photo/1.2/t/RegionInfo#'
              xmlns:MPReg='http://ns.microsoft.com/photo/1.2/t/Region#'>
              <MP:RegionInfo rdf:parseType='Resource'>
               <MPRI:Regions>
                <rdf:Bag>
                 <rdf:li rdf:parseType='Resource'>
                  <MPReg:Rectangle>&quot;0.1</MPReg:Rectangle>
                 </rdf:li>
                </rdf:Bag>
               </MPRI:Regions>
              </MP:RegionInfo>
             </rdf:Description>

             <rdf:Description rdf:about=''
              xmlns:MicrosoftPhoto='http://ns.microsoft.com/photo/1.0'>
              <MicrosoftPhoto:Rating>75</MicrosoftPhoto:Rating>
             </rdf:Description>

             <rdf:Description rdf:about=''
              xmlns:crs='http://ns.adobe.com/camera-raw-settings/1.0/'>
              <crs:Exposure2012>+0.5</crs:Exposure2012>
             </rdf:Description>

             <rdf:Description rdf:about=''
              xmlns:dc='http://purl.org/dc/elements/1.1/'>
              <dc:description>
               <rdf:Alt>
                <rdf:li xml:lang='x-default'>Zwei
            Zeilen</rdf:li>
               </rdf:Alt>
              </dc:description>
              <dc:subject>
               <rdf:Bag>
                <rdf:li>a</rdf:li>
                <rdf:li>b/c</rdf:li>
               </rdf:Bag>
              </dc:subject>
              <dc:title>
               <rdf:Alt>
                <rdf:li xml:lang='x-default'>Brücke &lt;1&gt; &amp; &quot;2&quot;</rdf:li>
                <rdf:li xml:lang='de'>Brücke</rdf:li>
               </rdf:Alt>
              </dc:title>
             </rdf:Description>

             <rdf:Description rdf:about=''
              xmlns:digiKam='http://www.digikam.org/ns/1.0/'>
              <digiKam:TagsList>
               <rdf:Seq>
                <rdf:li>Travel/Wien</rdf:li>
               </rdf:Seq>
              </digiKam:TagsList>
             </rdf:Description>

             <rdf:Description rdf:about=''
              xmlns:exif='http://ns.adobe.com/exif/1.0/'>
              <exif:DateTimeOriginal>2019-05-07T09:33:04.25+02:00</exif:DateTimeOriginal>
              <exif:GPSAltitude>25/2</exif:GPSAltitude>
              <exif:GPSAltitudeRef>0</exif:GPSAltitudeRef>
              <exif:GPSLatitude>48,12.342N</exif:GPSLatitude>
              <exif:GPSLongitude>16,22.2W</exif:GPSLongitude>
             </rdf:Description>

             <rdf:Description rdf:about=''
              xmlns:lr='http://ns.adobe.com/lightroom/1.0/'>
              <lr:hierarchicalSubject>
               <rdf:Bag>
                <rdf:li>Travel|Wien</rdf:li>
               </rdf:Bag>
              </lr:hierarchicalSubject>
             </rdf:Description>

             <rdf:Description rdf:about=''
              xmlns:mwg-rs='http://www.metadataworkinggroup.com/schemas/regions/'
              xmlns:stArea='http://ns.adobe.com/xmp/sType/Area#'
              xmlns:stDim='http://ns.adobe.com/xap/1.0/sType/Dimensions#'>
              <mwg-rs:Regions rdf:parseType='Resource'>
               <mwg-rs:AppliedToDimensions rdf:parseType='Resource'>
                <stDim:h>10</stDim:h>
                <stDim:unit>pixel</stDim:unit>
                <stDim:w>10</stDim:w>
               </mwg-rs:AppliedToDimensions>
               <mwg-rs:RegionList>
                <rdf:Bag>
                 <rdf:li rdf:parseType='Resource'>
                  <mwg-rs:Area rdf:parseType='Resource'>
                   <stArea:h>0.1</stArea:h>
                   <stArea:unit>normalized</stArea:unit>
                   <stArea:w>0.1</stArea:w>
                   <stArea:x>0.5</stArea:x>
                   <stArea:y>0.5</stArea:y>
                  </mwg-rs:Area>
                  <mwg-rs:Name>Ann</mwg-rs:Name>
                  <mwg-rs:Type>Face</mwg-rs:Type>
                 </rdf:li>
                </rdf:Bag>
               </mwg-rs:RegionList>
              </mwg-rs:Regions>
             </rdf:Description>

             <rdf:Description rdf:about=''
              xmlns:photoshop='http://ns.adobe.com/photoshop/1.0/'>
              <photoshop:City>Wien</photoshop:City>
             </rdf:Description>

             <rdf:Description rdf:about=''
              xmlns:tiff='http://ns.adobe.com/tiff/1.0/'>
              <tiff:BitsPerSample>
               <rdf:Seq>
                <rdf:li>8</rdf:li>
               </rdf:Seq>
              </tiff:BitsPerSample>
              <tiff:Compression>6</tiff:Compression>
              <tiff:ImageLength>5</tiff:ImageLength>
              <tiff:ImageWidth>10</tiff:ImageWidth>
              <tiff:ResolutionUnit>2</tiff:ResolutionUnit>
              <tiff:XResolution>72/1</tiff:XResolution>
              <tiff:YCbCrSubSampling>
               <rdf:Seq>
                <rdf:li>2</rdf:li>
                <rdf:li>2</rdf:li>
               </rdf:Seq>
              </tiff:YCbCrSubSampling>
              <tiff:YResolution>72/1</tiff:YResolution>
             </rdf:Description>

             <rdf:Description rdf:about=''
              xmlns:xmp='http://ns.adobe.com/xap/1.0/'>
              <xmp:Label>Red</xmp:Label>
              <xmp:ModifyDate>2024-02-27T18:15:53</xmp:ModifyDate>
              <xmp:Rating>4</xmp:Rating>
             </rdf:Description>
            </rdf:RDF>
            </x:xmpmeta>
            <?xpacket end='w'?>
            """)

    static let exiv2 = SidecarSamples(
        description: "exiv2",
        text: """
            <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
             <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
              <rdf:Description rdf:about=""
                xmlns:xmp="http://ns.adobe.com/xap/1.0/"
                xmlns:exif="http://ns.adobe.com/exif/1.0/"
                xmlns:acdsee="http://ns.acdsee.com/iptc/1.0/"
                xmlns:MicrosoftPhoto="http://ns.microsoft.com/photo/1.0/"
                xmlns:digiKam="http://www.digikam.org/ns/1.0/"
                xmlns:dc="http://purl.org/dc/elements/1.1/"
               xmp:Rating="3"
               xmp:ModifyDate="2024-02-27T18:15:53"
               exif:GPSLatitude="48,12.345N"
               exif:GPSLongitude="16,22.2W"
               exif:DateTimeOriginal="2019-05-07T09:33:04"
               acdsee:categories="&lt;Categories&gt;&lt;Category Assigned=&quot;0&quot;&gt;Places&lt;Category Assigned=&quot;1&quot;&gt;Wien&lt;/Category&gt;&lt;/Category&gt;&lt;/Categories&gt;"
               MicrosoftPhoto:Rating="75"
               digiKam:ColorLabel="3">
               <dc:title>
                <rdf:Alt>
                 <rdf:li xml:lang="x-default">Brücke &amp; &lt;1&gt;</rdf:li>
                </rdf:Alt>
               </dc:title>
               <dc:subject>
                <rdf:Bag>
                 <rdf:li>a</rdf:li>
                </rdf:Bag>
               </dc:subject>
              </rdf:Description>
             </rdf:RDF>
            </x:xmpmeta>
            <?xpacket end="w"?>
            """)

    /// A sidecar of Albumen to which Exiv2 added a title.
    static let rewrittenByExiv2 = SidecarSamples(
        description: "rewrittenByExiv2",
        text: """
            <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
             <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
              <rdf:Description rdf:about=""
                xmlns:albumen="urn:albumen:1/"
                xmlns:dc="http://purl.org/dc/elements/1.1/"
                xmlns:xmp="http://ns.adobe.com/xap/1.0/"
               albumen:Original="000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
               albumen:Identifier="421C93B7-E05A-41FF-9983-02C1B8B41902/L0/001"
               albumen:Hidden="True"
               albumen:Date="2024-05-07T09:33:04.046000"
               albumen:TimeZone="+08:00"
               xmp:Rating="4">
               <albumen:BurstPick>
                <rdf:Bag>
                 <rdf:li>Key</rdf:li>
                 <rdf:li>User</rdf:li>
                </rdf:Bag>
               </albumen:BurstPick>
               <albumen:Cleared>
                <rdf:Bag>
                 <rdf:li>title</rdf:li>
                 <rdf:li>rating</rdf:li>
                </rdf:Bag>
               </albumen:Cleared>
               <dc:title>
                <rdf:Alt>
                 <rdf:li xml:lang="x-default">New</rdf:li>
                </rdf:Alt>
               </dc:title>
              </rdf:Description>
             </rdf:RDF>
            </x:xmpmeta>
            <?xpacket end="w"?>
            """)

    /// A sidecar of Albumen to which ExifTool added a title.
    static let rewrittenByExifTool = SidecarSamples(
        description: "rewrittenByExifTool",
        text: """
            <?xml version='1.0' encoding='UTF-8'?>
            <x:xmpmeta xmlns:x='adobe:ns:meta/' x:xmptk='Image::ExifTool 12.57'>
            <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>

             <rdf:Description rdf:about=''
              xmlns:albumen='urn:albumen:1/'>
              <albumen:BurstPick>
               <rdf:Bag>
                <rdf:li>Key</rdf:li>
                <rdf:li>User</rdf:li>
               </rdf:Bag>
              </albumen:BurstPick>
              <albumen:Cleared>
               <rdf:Bag>
                <rdf:li>title</rdf:li>
                <rdf:li>rating</rdf:li>
               </rdf:Bag>
              </albumen:Cleared>
              <albumen:Date>2024-05-07T09:33:04.046000</albumen:Date>
              <albumen:Hidden>True</albumen:Hidden>
              <albumen:Identifier>421C93B7-E05A-41FF-9983-02C1B8B41902/L0/001</albumen:Identifier>
              <albumen:Original>000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f</albumen:Original>
              <albumen:TimeZone>+08:00</albumen:TimeZone>
             </rdf:Description>

             <rdf:Description rdf:about=''
              xmlns:dc='http://purl.org/dc/elements/1.1/'>
              <dc:title>
               <rdf:Alt>
                <rdf:li xml:lang='x-default'>New</rdf:li>
               </rdf:Alt>
              </dc:title>
             </rdf:Description>

             <rdf:Description rdf:about=''
              xmlns:xmp='http://ns.adobe.com/xap/1.0/'>
              <xmp:Rating>4</xmp:Rating>
             </rdf:Description>
            </rdf:RDF>
            </x:xmpmeta>

            """)
}
